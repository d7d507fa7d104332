//! Boxes on a page.

use serde::{Deserialize, Serialize};

/// A box in points from the top left of the page as it is displayed (crop box, after rotation).
///
/// `x0 <= x1` and `y0 <= y1` hold for every box made by [`Rect::new`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Rect {
    /// Left edge, points.
    pub x0: f32,
    /// Top edge, points.
    pub y0: f32,
    /// Right edge, points.
    pub x1: f32,
    /// Bottom edge, points.
    pub y1: f32,
}

impl Rect {
    /// A box from two opposite corners, in any order.
    pub fn new(x0: f32, y0: f32, x1: f32, y1: f32) -> Self {
        Self { x0: x0.min(x1), y0: y0.min(y1), x1: x0.max(x1), y1: y0.max(y1) }
    }

    /// Width in points.
    pub fn width(&self) -> f32 {
        self.x1 - self.x0
    }

    /// Height in points.
    pub fn height(&self) -> f32 {
        self.y1 - self.y0
    }

    /// Horizontal centre.
    pub fn center_x(&self) -> f32 {
        (self.x0 + self.x1) / 2.0
    }

    /// Vertical centre.
    pub fn center_y(&self) -> f32 {
        (self.y0 + self.y1) / 2.0
    }

    /// The smallest box around both.
    pub fn union(&self, other: &Rect) -> Rect {
        Rect {
            x0: self.x0.min(other.x0),
            y0: self.y0.min(other.y0),
            x1: self.x1.max(other.x1),
            y1: self.y1.max(other.y1),
        }
    }

    /// The smallest box around all, or `None` of none.
    pub fn around<'a>(boxes: impl IntoIterator<Item = &'a Rect>) -> Option<Rect> {
        boxes.into_iter().copied().reduce(|a, b| a.union(&b))
    }

    /// Is the point inside (edges included)?
    pub fn contains(&self, x: f32, y: f32) -> bool {
        x >= self.x0 && x <= self.x1 && y >= self.y0 && y <= self.y1
    }

    /// The same box with every edge moved out by `by` points.
    pub fn grown(&self, by: f32) -> Rect {
        Rect::new(self.x0 - by, self.y0 - by, self.x1 + by, self.y1 + by)
    }

    /// The area that both cover, in square points.
    pub fn overlap(&self, other: &Rect) -> f32 {
        let width = (self.x1.min(other.x1) - self.x0.max(other.x0)).max(0.0);
        let height = (self.y1.min(other.y1) - self.y0.max(other.y0)).max(0.0);
        width * height
    }

    /// As `[x0, y0, x1, y1]`, the form of the JSON contract.
    pub fn to_array(self) -> [f32; 4] {
        [self.x0, self.y0, self.x1, self.y1]
    }
}
