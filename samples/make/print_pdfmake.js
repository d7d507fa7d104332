// Prints the pdfmake definition given on standard input to the file named by the first argument. Nothing is read from the network.
const pdfmake = require("pdfmake");

const { definition, fonts } = JSON.parse(require("fs").readFileSync(0, "utf8"));
const faces = new Set(Object.values(fonts).flatMap(Object.values));
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => faces.has(path));
pdfmake.setFonts(fonts);
definition.footer = (page) => ({ text: String(page), alignment: "center", fontSize: 9, margin: [0, 12, 0, 0] });
pdfmake
  .createPdf(definition)
  .write(process.argv[2])
  .catch((error) => {
    console.error(error);
    process.exit(1);
  });
