//! An allocator that ends the process when memory runs away, so that the fuzzer keeps the input that made it.

use std::{
    alloc::{GlobalAlloc, Layout, System},
    backtrace::Backtrace,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
};

/// Memory that one input may hold at once, static tables included, bytes.
pub const HELD_BYTES_MAX: usize = 1 << 30;

/// Counts what is held. Counting is all it adds to the system's allocator.
struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

static HELD_BYTES: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call goes to the system's allocator with its arguments unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        take(layout.size());
        // SAFETY: the caller keeps to the contract of `alloc`, which is the same there.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        take(layout.size());
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        take(size);
        give_back(layout.size());
        // SAFETY: as above.
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        give_back(layout.size());
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }
}

fn take(bytes: usize) {
    // Larger than the limit by itself first: the sum could wrap.
    if bytes > HELD_BYTES_MAX || HELD_BYTES.fetch_add(bytes, Ordering::Relaxed) + bytes > HELD_BYTES_MAX {
        stop(bytes);
    }
}

fn give_back(bytes: usize) {
    HELD_BYTES.fetch_sub(bytes, Ordering::Relaxed);
}

/// Says who asked for too much, which itself takes memory, and ends the process.
fn stop(bytes: usize) {
    if STOPPING.swap(true, Ordering::Relaxed) {
        return;
    }
    eprintln!("{bytes} bytes more than one input may hold (see fuzz/src/memory.rs)\n{}", Backtrace::force_capture());
    std::process::abort();
}

static STOPPING: AtomicBool = AtomicBool::new(false);
