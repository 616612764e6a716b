// What infra/check/member-app runs beside the local service: node member-app.mjs PLAYWRIGHT SCREENSHOTS
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

const { chromium } = createRequire(import.meta.url)(process.argv[2]);
const pictures = process.argv[3];
const { COLONNADE_BASE_URL: api, COLONNADE_CLIENT_ID, COLONNADE_CLIENT_SECRET, COLONNADE_CHROMIUM } = process.env;
const service = new URL(api).origin;
const auth = `${service}/auth`;
/** What the name of the cookie begins with; the client's id follows. */
const COOKIE = "__Host-colonnade-sign-in-";
const EMAIL = "mira.member-app@example.com";
const DAY = 86_400_000;
// A machine that does much else is slow; nothing waits this long where the page is right.
const PATIENCE = 20_000;

async function owner(method, path, body) {
  const headers = {
    "X-Client-ID": COLONNADE_CLIENT_ID,
    Authorization: `Bearer ${COLONNADE_CLIENT_SECRET}`,
    "Content-Type": "application/json",
  };
  const response = await fetch(api + path, { method, headers, body: body && JSON.stringify(body) });
  const answer = await response.json();
  assert.ok(response.ok, `${method} ${path}: ${JSON.stringify(answer)}`);
  return answer.data;
}

// Pages are at `localhost` and the service is at 127.0.0.1: two sites. `files` by path, a text or a function.
function serve(host, files) {
  const server = createServer((request, response) => {
    const file = files[new URL(request.url, "http://local").pathname];
    if (file === undefined) return response.writeHead(404).end();
    if (typeof file === "function") return file(request, response);
    const type = { html: "text/html", css: "text/css", js: "text/javascript" }[file.type];
    return response.writeHead(200, { "Content-Type": `${type}; charset=utf-8` }).end(file.text());
  });
  return new Promise((resolve) => server.listen(0, host, () => resolve({ server, port: server.address().port })));
}

let config = "";
const of = (name) => ({ type: name.split(".").pop(), text: () => readFileSync(`examples/member-app/${name}`, "utf8") });
const app = {
  "/": of("index.html"),
  "/style.css": of("style.css"),
  "/app.js": of("app.js"),
  "/config.js": { type: "js", text: () => config },
};
// On the service's host, as third a party as the service is: sets a cookie of each sort, and says what it is sent.
const thirdParty = {
  "/cookies": (request, response) => {
    const attributes = "Path=/; Secure; HttpOnly; SameSite=None";
    response
      .writeHead(200, {
        "Access-Control-Allow-Origin": request.headers.origin ?? "*",
        "Access-Control-Allow-Credentials": "true",
        "Set-Cookie": [`plain=1; ${attributes}`, `__Host-parted=1; ${attributes}; Partitioned`],
      })
      .end(request.headers.cookie ?? "");
  },
};
const [known, foreign, third] = await Promise.all([
  serve("localhost", app),
  serve("localhost", app),
  serve("127.0.0.1", thirdParty),
]);
const [clientPage, foreignPage] = [known, foreign].map(({ port }) => `http://localhost:${port}`);

const scopes = ["bookings:write", "locations:read", "members:read", "members:sessions", "resources:read"];
const client = await owner("POST", "/api-clients", { name: "Member app", origins: [clientPage], scopes });
const { client_id: clientId, publishable_key: publishableKey } = client;
config = `window.COLONNADE = ${JSON.stringify({ api, clientId, publishableKey })};`;
const place = (await owner("GET", "/locations?limit=100")).find(({ name }) => name === "Keizersgracht");
const member = await owner("POST", "/members", {
  name: "Mira",
  surname: "Visser",
  email: EMAIL,
  location_ids: [place.id],
});

const profile = mkdtempSync(join(tmpdir(), "member-app-"));
mkdirSync(join(profile, "Default"));
// What "Block third-party cookies" in the settings sets.
writeFileSync(
  join(profile, "Default/Preferences"),
  JSON.stringify({ profile: { cookie_controls_mode: 1, block_third_party_cookies: true } }),
);
mkdirSync(pictures, { recursive: true });
// Without these the browser looks for its maker's hosts at every start.
const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const browser = await chromium.launchPersistentContext(profile, {
  executablePath: COLONNADE_CHROMIUM,
  args,
  locale: "en-GB",
  timezoneId: "America/New_York",
  viewport: { width: 1200, height: 900 },
});
browser.setDefaultTimeout(PATIENCE);
const [page] = browser.pages();
const faults = [];
function watch(page) {
  page.on("pageerror", (error) => faults.push(`script: ${error}`));
  // Chromium logs every refused request as an error; those that the check provokes are looked at where they happen.
  page.on(
    "console",
    (message) =>
      message.type() === "error" &&
      !/Failed to load resource|blocked by CORS/.test(message.text()) &&
      faults.push(message.text()),
  );
}
watch(page);

const button = (name, on = page) => on.getByRole("button", { name, exact: true });
const signedIn = (on = page) => on.getByText("Mira Visser").waitFor();
const askedToSignIn = (on = page) => on.getByLabel("E-mail address").waitFor();
const alert = (text, on = page) => on.getByRole("alert").filter({ hasText: text }).waitFor();
const picture = (name) => page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
// The next letter with a code, which is written some moments after it was asked for.
let seen = 0;
const letter = async () => {
  for (let waited = 0; waited < 200; waited++) {
    const lines = (await (await fetch(`${service}/mail`)).text()).split("<li>").filter((one) => one.includes(EMAIL));
    const found = lines.map((one) => /\/mail\/(\d+)'>(\d{6}) /.exec(one)).find((one) => one && Number(one[1]) > seen);
    if (found) {
      seen = Number(found[1]);
      const text = (await (await fetch(`${service}/mail/${seen}`)).text()).split("<pre>")[1].replaceAll("&amp;", "&");
      return { code: found[2], link: /http:\S+#sign_in=\S+/.exec(text)?.[0] };
    }
    await new Promise((go) => setTimeout(go, 100));
  }
  throw new Error("no letter with a code came");
};
// The cookie of the sign-in, as the browser has it.
const kept = async () => (await browser.cookies()).find(({ name }) => name.startsWith(COOKIE));
const refresh = (value, origin = clientPage) =>
  fetch(`${auth}/refresh`, { method: "POST", headers: { Origin: origin, Cookie: `${COOKIE}=${value}` } });
const steps = [];
async function check(sentence, act) {
  const began = performance.now();
  try {
    await act();
  } catch (error) {
    await picture("failed").catch(() => {});
    faults.push(`${sentence}: ${error.stack}`);
    throw error;
  } finally {
    steps.push(`${String(Math.round(performance.now() - began)).padStart(6)} ms  ${sentence}`);
  }
}

async function signInByCode() {
  await page.getByLabel("E-mail address").fill(EMAIL);
  await button("Send me a code").click();
  const code = page.getByLabel("Code of six digits");
  await code.waitFor();
  const right = (await letter()).code;
  await code.fill(right === "000000" ? "000001" : "000000");
  await button("Sign in").click();
  await alert("The code is wrong; tries left: 4. (422)");
  await picture("light-code");
  await code.fill(right);
  await button("Sign in").click();
  await signedIn();
}

const askCookies = (on = page) =>
  on.evaluate(
    async (url) => (await fetch(url, { credentials: "include" })).text(),
    `http://127.0.0.1:${third.port}/cookies`,
  );
async function run() {
  await check("third-party cookies are blocked, but for partitioned ones", async () => {
    // The browser has the plain cookie, and sends it to the site's own pages.
    const own = `http://127.0.0.1:${third.port}/cookies`;
    await page.goto(own);
    assert.match(await (await page.goto(own)).text(), /plain=1/);
    await page.goto(clientPage);
    await askedToSignIn();
    await picture("light-sign-in");
    assert.equal(await askCookies(), "");
    assert.equal(await askCookies(), "__Host-parted=1");
  });
  await check("a code signs in, a wrong one is refused in words", signInByCode);
  await check("a reload keeps the sign-in", async () => {
    const before = await kept();
    assert.ok(before.httpOnly && before.secure && before.partitionKey, JSON.stringify(before));
    await page.reload();
    await signedIn();
    assert.notEqual((await kept()).value, before.value);
  });
  await check("no secret is where a script or a disk has it", async () => {
    const seen = await page.evaluate(() => [
      document.cookie,
      JSON.stringify(localStorage),
      JSON.stringify(sessionStorage),
      location.href,
    ]);
    assert.deepEqual(seen, ["", "{}", "{}", `${clientPage}/`]);
  });
  await check("rooms are seen", rooms);
  await check("a room that somebody else was faster to book is refused in words", conflict);
  await check("a room is booked at the price that was shown, and is among mine", book);
  await check("two tabs that open at once keep the sign-in", twoTabs);
  await check("a token that works no more is renewed", renewal);
  await check("the booking is cancelled", cancel);
  await check("another page of the same site, which is sent the cookie, is refused", otherOrigin);
  await check("a forged cookie is refused, and ends nothing", forged);
  await check("a refresh token that is used again ends the sign-in", reused);
  await check("the link of a letter signs in by a press, not by opening", byLink);
  await check("signing out is for good, in every tab", signOut);
}

const room = page.getByRole("form", { name: "Rembrandt" });
async function rooms() {
  // On the day that is shown first, tomorrow, the place may be closed.
  await room.waitFor();
  const day = new Date(Date.now() + 21 * DAY);
  // A Tuesday.
  day.setUTCDate(day.getUTCDate() + ((9 - day.getUTCDay()) % 7));
  const availability = page.waitForResponse(
    (response) => response.url().includes("/availability?") && response.url().includes("duration_minutes=120"),
  );
  await page.getByLabel("Day").fill(day.toISOString().slice(0, 10));
  await page.getByLabel("Length").selectOption("2 hours");
  await availability;
  await room.getByLabel("Start").waitFor();
  assert.ok((await page.getByRole("form").count()) >= 3);
  await picture("light-rooms");
}

async function openOffer() {
  await button("See price", room).click();
  await page.getByRole("dialog").waitFor();
}
async function conflict() {
  const quoted = page.waitForRequest((request) => request.url() === `${api}/bookings/quote`);
  await openOffer();
  const { resource_id, start_time, end_time } = (await quoted).postDataJSON();
  const faster = await owner("POST", "/calendar-blocks", {
    resource_id,
    start_time,
    end_time,
    reason: "Painters",
    kind: "maintenance",
  });
  await button(/^Book for/, page).click();
  await alert(/The resource is (taken|out of use|blocked).*\(409\)/);
  await picture("light-refused");
  await button("Back").click();
  await owner("DELETE", `/calendar-blocks/${faster.id}`);
}

let booked;
async function book() {
  await openOffer();
  await picture("light-price");
  const total = await page.getByRole("definition").last().innerText();
  const answered = page.waitForResponse(
    (response) => response.url() === `${api}/bookings` && response.request().method() === "POST",
  );
  await button(`Book for ${total}`).click();
  booked = (await (await answered).json()).data;
  assert.equal(
    total,
    new Intl.NumberFormat("en-GB", { style: "currency", currency: booked.currency }).format(booked.total_amount),
  );
  assert.equal(booked.customer_id, member.id);
  await page.getByRole("status").filter({ hasText: "Booked: Rembrandt" }).waitFor();
  await page.getByRole("list", { name: "Your bookings" }).getByText(total).waitFor();
  await picture("light-mine");
  await page.emulateMedia({ colorScheme: "dark" });
  await picture("dark-mine");
  await page.setViewportSize({ width: 390, height: 844 });
  await picture("phone-dark");
  await page.emulateMedia({ colorScheme: "light" });
  await picture("phone-light");
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  await page.setViewportSize({ width: 1200, height: 900 });
  await page.reload();
  await button("Cancel Rembrandt").waitFor();
}

async function twoTabs() {
  const other = await browser.newPage();
  watch(other);
  await Promise.all([page.reload(), other.goto(clientPage)]);
  await Promise.all([signedIn(), signedIn(other)]);
  await Promise.all([page.reload(), other.reload()]);
  await Promise.all([signedIn(), signedIn(other)]);
  await other.close();
}

async function renewal() {
  // One request goes with a token that is none: the service refuses it as it refuses one of a quarter of an hour ago.
  const expired = (route) =>
    route.continue({ headers: { ...route.request().headers(), authorization: "Bearer cot_expired" } });
  await page.route(`${api}/bookings/*/quote-cancel`, expired, { times: 1 });
  const refused = page.waitForResponse(
    (response) => response.url().endsWith("/quote-cancel") && response.status() === 401,
  );
  const renewed = page.waitForResponse(`${auth}/refresh`);
  await button("Cancel Rembrandt").click();
  await refused;
  assert.equal((await renewed).status(), 200);
  await page.getByRole("dialog").waitFor();
}

async function cancel() {
  await picture("light-cancel");
  await button("Cancel booking").click();
  await page.getByText("You have no bookings.").waitFor();
  assert.equal((await owner("GET", `/bookings/${booked.id}`)).status, "cancelled");
}

async function otherOrigin() {
  const other = await browser.newPage();
  await other.goto(foreignPage);
  await alert("The service cannot be reached", other);
  // The host of the service is sent the cookie, whatever the port of the page.
  assert.ok((await askCookies(other)).includes(COOKIE));
  const readable = await other.evaluate(
    (urls) =>
      Promise.all(
        urls.map(([url, method]) =>
          fetch(url, { method }).then(
            () => true,
            () => false,
          ),
        ),
      ),
    [
      [`${api}/locations`, "GET"],
      [`${api}/sign-ins`, "POST"],
      [`${auth}/sign-out`, "POST"],
    ],
  );
  assert.deepEqual(readable, [false, false, false]);
  await other.close();
  assert.equal((await refresh((await kept()).value, foreignPage)).status, 401);
  await page.reload();
  await signedIn();
}

// The browser gets the cookie with another value.
const replace = async (cookie, value) => browser.addCookies([{ ...cookie, value }]);
async function forged() {
  const cookie = await kept();
  // The 30th sign of the refresh token is of the secret that all of a sign-in have.
  const at = cookie.value.indexOf("~cor_") + "~cor_".length + 30;
  const forgery = cookie.value.slice(0, at) + (cookie.value[at] === "A" ? "B" : "A") + cookie.value.slice(at + 1);
  assert.equal((await refresh(forgery)).status, 401);
  await replace(cookie, forgery);
  await page.reload();
  await askedToSignIn();
  await replace(cookie, cookie.value);
  await page.reload();
  await signedIn();
}

async function reused() {
  const used = await kept();
  await page.reload();
  await signedIn();
  const next = await kept();
  assert.notEqual(used.value, next.value);
  // The one that was used last is answered for half a minute; the one before it ends the sign-in.
  await page.reload();
  await signedIn();
  const last = await kept();
  await replace(used, used.value);
  await page.reload();
  await askedToSignIn();
  await replace(last, last.value);
  await page.reload();
  await askedToSignIn();
  const sessions = await owner("GET", `/sessions?member_id=${member.id}`);
  assert.deepEqual(
    sessions.map(({ end_reason }) => end_reason),
    ["refresh_reused"],
  );
}

async function byLink() {
  await page.getByLabel("E-mail address").fill(EMAIL);
  await button("Send me a code").click();
  await page.getByLabel("Code of six digits").waitFor();
  const { link } = await letter();
  const scanner = await browser.newPage();
  await scanner.goto(link);
  await scanner.getByText("You opened the link").waitFor();
  await scanner.close();
  await page.goto("about:blank");
  await page.goto(link);
  assert.equal(page.url(), `${clientPage}/`);
  await page.getByText("You opened the link").waitFor();
  await button("Sign in").click();
  await signedIn();
}

async function signOut() {
  const other = await browser.newPage();
  watch(other);
  await other.goto(clientPage);
  await signedIn(other);
  const { value } = await kept();
  await button("Sign out").click();
  await Promise.all([askedToSignIn(), askedToSignIn(other)]);
  assert.equal(await kept(), undefined);
  assert.equal((await refresh(value)).status, 401);
  await page.reload();
  await askedToSignIn();
}

await run().catch(() => {});
await browser.close();
for (const { server } of [known, foreign, third]) server.close();
rmSync(profile, { recursive: true, force: true });
console.log(steps.join("\n"));
faults.forEach((fault) => console.error(fault));
console.log(faults.length ? "the member app has faults" : `the member app works; screenshots are in ${pictures}`);
process.exitCode = faults.length ? 1 : 0;
