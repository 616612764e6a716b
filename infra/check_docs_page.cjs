// Opens the docs page as a reader does: infra/check-docs-page. The argument is the folder for screenshots.

const { chromium } = require("playwright-core");

const origin = process.env.COLONNADE_BASE_URL.replace(/\/v1$/, "");
const folder = process.argv[2];
const faults = [];
// Without these the browser looks for its maker's hosts at every start.
const quiet = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync"];
const patience = { timeout: 120_000 };

function watch(page) {
  page.on("console", (message) => message.type() === "error" && faults.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => faults.push(`script: ${error}`));
  page.on("request", (request) => {
    if (!request.url().startsWith(origin) && !/^(data|blob):/.test(request.url())) faults.push(`asks ${request.url()}`);
  });
}

async function reference(page) {
  await page.goto(origin, patience);
  if (new URL(page.url()).pathname !== "/docs") faults.push(`/ leads to ${page.url()}`);
  await page.getByRole("heading", { name: "The first five minutes" }).waitFor(patience);
  await page.screenshot({ path: `${folder}/introduction.png` });
  await page.goto(`${origin}/docs#tag/bookings/POST/bookings`, patience);
  await page.getByRole("heading", { name: "Create booking", exact: true }).waitFor(patience);
  await page.waitForTimeout(1000);
  await page.screenshot({ path: `${folder}/operation.png` });
  const text = await page.locator("body").innerText();
  for (const noise of ["undefined", "[object Object]"]) {
    if (text.includes(noise)) faults.push(`the page says ${noise}`);
  }
}

async function tryIt(page) {
  await page.goto(`${origin}/docs#tag/locations/GET/locations`, patience);
  const heading = page.getByRole("heading", { name: "List locations", exact: true });
  await heading.waitFor(patience);
  await page.getByRole("button", { name: /Test Request.*get \/locations\)?$/i }).first().click(patience);
  const answered = page.waitForResponse((response) => /\/v1\/locations/.test(response.url()), patience);
  await page.getByRole("button", { name: /^Send/ }).first().click(patience);
  const answer = await answered;
  if (answer.status() !== 200) faults.push(`Test Request is answered ${answer.status()}`);
  await page.getByText("Keizersgracht").first().waitFor(patience);
  await page.screenshot({ path: `${folder}/test-request.png` });
}

async function guides(page) {
  await page.goto(`${origin}/docs/guides`, patience);
  await page.getByRole("main").getByRole("link", { name: "Waiting lists" }).click();
  await page.getByRole("heading", { name: "Waiting lists" }).waitFor(patience);
  await page.screenshot({ path: `${folder}/guide.png` });
}

async function main() {
  const browser = await chromium.launch({ executablePath: process.env.BROWSER, args: quiet });
  for (const look of [reference, tryIt, guides]) {
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    watch(page);
    await look(page).catch((error) => faults.push(`${look.name}: ${error}`));
    await page.screenshot({ path: `${folder}/last-${look.name}.png` });
    await page.close();
  }
  await browser.close();
  faults.forEach((fault) => console.error(fault));
  console.log(faults.length ? "the docs page has faults" : `the docs page renders; screenshots are in ${folder}`);
  process.exit(faults.length ? 1 : 0);
}

main();
