// What infra/check/openid runs beside the local service: node openid.mjs OIDC-PROVIDER
import assert from "node:assert/strict";
import { createHash, createHmac, createPublicKey, constants, generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { createServer } from "node:http";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

// It tells at every start that its pages and some of its settings are not for production.
console.info = console.warn = () => {};
const { Provider } = await import(pathToFileURL(join(resolve(process.argv[2]), "lib/index.js")));
const { env } = process;
const api = env.COLONNADE_BASE_URL;
const service = new URL(api).origin;
const callback = `${service}/auth/callback`;
// Nothing is there: nobody opens the page, only its address is read.
const page = "https://members.example.com/sign-in?from=check";
// A machine that does much else is slow; nothing waits this long where the service is right.
const PATIENCE = 20_000;
// Signs that are encoded in a header and in a form.
const CLIENT = { client_id: "colonnade: check", client_secret: "s3cret+ /%&=?: of the issuer" };

const ask = (url, options = {}) =>
  fetch(url, { redirect: "manual", signal: AbortSignal.timeout(PATIENCE), ...options });
async function call(credentials, method, path, body) {
  const [client, secret] = credentials;
  const headers = { "X-Client-ID": client, Authorization: `Bearer ${secret}`, "Content-Type": "application/json" };
  const response = await ask(api + path, { method, headers, body: body && JSON.stringify(body) });
  const answer = await response.json();
  return { status: response.status, data: answer.data, error: answer.error };
}
const reason = ({ status, error }) => [status, error?.details?.field ?? null, error?.details?.reason ?? error?.code];

// A merchant with a page. Both of the local service are used: of one, a machine begins 30 sign-ins in ten minutes.
async function merchant(client, secret) {
  const owner = async (method, path, body) => {
    const answer = await call([client, secret], method, path, body);
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer)}`);
    return answer.data;
  };
  const scopes = ["members:read", "members:sessions"];
  const made = await owner("POST", "/api-clients", { name: "Pages", origins: [new URL(page).origin], scopes });
  const key = [made.client_id, made.publishable_key];
  return {
    owner,
    client: made.client_id,
    member: (email, fields) => owner("POST", "/members", { name: "Ann", email, ...fields }),
    provider: (issuer, fields) => owner("POST", "/identity-providers", { name: "Blue", issuer, ...CLIENT, ...fields }),
    begin: (provider) => call(key, "POST", "/sign-ins/openid", { identity_provider_id: provider.id, return_to: page }),
    complete: (back, page_secret) =>
      call(key, "POST", `/sign-ins/${back.sign_in}/complete`, { code: back.code, page_secret }),
    askForLetter: (email) => call(key, "POST", "/sign-ins", { email }),
  };
}

// A server that can be stopped and started again at the same port.
async function serve(handler, port = 0) {
  const server = createServer(handler);
  await new Promise((done, failed) => server.once("error", failed).listen(port, "127.0.0.1", done));
  const stop = () => new Promise((done) => server.close(done).closeAllConnections());
  return { port: server.address().port, stop };
}
const stops = new Set();
const stopping = (stop) => stops.add(stop) && stop;

const json = (response, status, body, headers = {}) =>
  response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(body));

// Accounts of the foreign issuer: who signs in types one of these names.
const ACCOUNTS = {
  ann: { email: "Ann.OpenID@example.com", email_verified: true },
  nobody: { email: "nobody.openid@example.com", email_verified: true },
  unverified: { email: "ann.openid@example.com", email_verified: false },
  untold: { email: "ann.openid@example.com" },
  elsewhere: { email: "ann.openid@elsewhere.example", email_verified: true },
  blocked: { email: "blocked.openid@example.com", email_verified: true },
  admin: { email: "admin.openid@example.com", email_verified: true },
};
const publicOf = ({ publicKey }, kid, alg) => ({ ...publicKey.export({ format: "jwk" }), kid, alg, use: "sig" });
const rsa = () => generateKeyPairSync("rsa", { modulusLength: 2048 });

// The foreign issuer, with a key of its own each time it starts. One that conforms tells addresses only where it is asked
// for them with an access token (OpenID Connect Core, 5.4); most tell them in the identity token.
async function startForeign(port = 0, conforms = false) {
  let handler;
  const server = await serve((request, response) => handler(request, response), port);
  const issuer = `http://127.0.0.1:${server.port}`;
  const jwk = { ...rsa().privateKey.export({ format: "jwk" }), kid: randomUUID(), alg: "RS256", use: "sig" };
  const registered = { redirect_uris: [callback], grant_types: ["authorization_code"], response_types: ["code"] };
  const provider = new Provider(issuer, {
    clients: [
      { ...CLIENT, ...registered },
      { client_id: "without a secret", token_endpoint_auth_method: "none", ...registered },
    ],
    jwks: { keys: [jwk] },
    cookies: { keys: [randomUUID()] },
    pkce: { required: () => true },
    claims: { openid: ["sub"], email: ["email", "email_verified"] },
    scopes: ["openid", "email", "profile"],
    conformIdTokenClaims: conforms,
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...ACCOUNTS[id] }) }),
  });
  provider.on("server_error", (_, error) => console.error(error));
  handler = provider.callback();
  return { ...server, issuer, kid: jwk.kid, stop: stopping(server.stop) };
}

// A browser without scripts: follows redirects, keeps cookies, and sends forms with the name that it is told. Without a
// name it follows the link by which sign-ins are aborted. Ends with the address to which the issuer sends it.
async function browse(url, account) {
  const cookies = new Map();
  let request = {};
  for (let step = 0; step < 15; step += 1) {
    if (url.startsWith(callback)) return url;
    const { pathname } = new URL(url);
    const sent = [...cookies.values()].filter(({ path }) => pathname.startsWith(path)).map(({ pair }) => pair);
    const response = await ask(url, { ...request, headers: { Cookie: sent.join("; ") } });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair, ...attributes] = cookie.split("; ");
      const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? "/";
      const name = `${path} ${pair.split("=")[0]}`;
      if (pair.endsWith("=")) cookies.delete(name);
      else cookies.set(name, { path, pair });
    }
    const text = await response.text();
    request = {};
    if (response.headers.has("Location")) {
      url = new URL(response.headers.get("Location"), url).href;
    } else if (account === undefined) {
      url = new URL(/href="([^"]+\/abort)"/.exec(text)[1], url).href;
    } else {
      const form = /<form[^>]* action="([^"]+)"/.exec(text);
      assert.ok(form, `no form at ${url}: ${response.status} ${text}`);
      const prompt = /name="prompt" value="(\w+)"/.exec(text)[1];
      request = { method: "POST", body: new URLSearchParams({ prompt, login: account, password: "any" }) };
      url = new URL(form[1], url).href;
    }
  }
  throw new Error(`the issuer leads nowhere: ${url}`);
}

// What the service answers a browser that comes back: what stands behind `#`.
async function comeBack(url) {
  const response = await ask(url);
  assert.equal(response.status, 303, await response.text());
  assert.equal(response.headers.get("Cache-Control"), "no-store");
  assert.equal(response.headers.get("Referrer-Policy"), "no-referrer");
  const [address, fragment] = response.headers.get("Location").split("#");
  assert.equal(address, page);
  return Object.fromEntries(new URLSearchParams(fragment));
}
async function begin(at, provider) {
  const begun = await at.begin(provider);
  assert.equal(begun.status, 201, JSON.stringify(begun));
  return begun.data;
}
async function goThrough(at, provider, account) {
  const begun = await begin(at, provider);
  return { begun, back: await comeBack(await browse(begun.authorization_url, account)) };
}
async function refused(error, at, provider, account) {
  const { back } = await goThrough(at, provider, account);
  assert.equal(back.error, error, `not refused as ${error}: ${JSON.stringify(back)}`);
  assert.deepEqual(Object.keys(back), ["error", "message"]);
  assert.match(back.message, /^[A-Z].*\.$/);
}
// Somebody signs in, and acts as this member.
async function signsIn(at, provider, account, member) {
  const { begun, back } = await goThrough(at, provider, account);
  assert.deepEqual(Object.keys(back), ["sign_in", "code"], JSON.stringify(back));
  const completed = await at.complete(back, begun.page_secret);
  assert.equal(completed.status, 201, JSON.stringify(completed));
  await acts(at, completed.data, member);
}
async function acts(at, session, member) {
  assert.equal(session.member_id, member.id);
  const token = [at.client, session.token];
  const [own, other] = await Promise.all([
    call(token, "GET", `/members/${member.id}`),
    call(token, "GET", "/api-clients"),
  ]);
  assert.deepEqual([own.status, own.data.email, other.status], [200, member.email, 403]);
}

// The issuer that answers wrongly on purpose. `keys` are what it publishes, `answer` is what it says to a right request
// for a token, given the claims that would be right.
const key = rsa();
const wrong = { keys: [publicOf(key, "known", "RS256")], asked: {}, answer: undefined };
const SHA = { 256: "sha256", 384: "sha384" };
const part = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
function token(claims, { alg = "RS256", kid = "known", by = key, signed = claims, header } = {}) {
  const first = part({ alg, kid, typ: "JWT", ...header });
  const data = Buffer.from(`${first}.${part(signed)}`);
  const options = {
    RS: { key: by.privateKey },
    PS: { key: by.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST },
    ES: { key: by.privateKey, dsaEncoding: "ieee-p1363" },
    Ed: { key: by.privateKey },
  }[alg.slice(0, 2)];
  const digest = SHA[alg.slice(2)];
  let signature = Buffer.alloc(0);
  if (options) signature = sign(digest ?? null, data, options);
  else if (alg === "HS256") signature = createHmac("sha256", by.secret).update(data).digest();
  return `${first}.${part(claims)}.${signature.toString("base64url")}`;
}
async function wrongIssuer(request, response) {
  const issuer = `http://${request.headers.host}`;
  const url = new URL(request.url, issuer);
  if (url.pathname.endsWith("/.well-known/openid-configuration")) {
    // Below whatever address it is asked, it is the issuer at the root.
    return json(response, 200, {
      issuer,
      authorization_endpoint: `${issuer}/authorize?tenant=blue`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      userinfo_endpoint: `${issuer}/account`,
      token_endpoint_auth_methods_supported: ["client_secret_post", "private_key_jwt"],
    });
  }
  if (url.pathname === "/account") return wrong.told(request, response);
  if (url.pathname === "/keys") return json(response, 200, { keys: wrong.keys });
  if (url.pathname === "/authorize") {
    wrong.asked = Object.fromEntries(url.searchParams);
    const back = new URLSearchParams({ code: "a code", state: wrong.asked.state });
    return response.writeHead(302, { Location: `${wrong.asked.redirect_uri}?${back}` }).end();
  }
  let text = "";
  for await (const chunk of request) text += chunk;
  const { code_verifier: verifier, ...given } = Object.fromEntries(new URLSearchParams(text));
  const challenge = createHash("sha256")
    .update(verifier ?? "")
    .digest("base64url");
  const right = { grant_type: "authorization_code", code: "a code", redirect_uri: callback, ...CLIENT };
  try {
    assert.deepEqual(given, right);
    assert.equal(request.headers.authorization, undefined);
    assert.equal(challenge, wrong.asked.code_challenge);
  } catch (error) {
    wrong.fault = error;
    return json(response, 400, { error: "invalid_request" });
  }
  wrong.isAsked = true;
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: issuer, sub: "1", aud: CLIENT.client_id, iat: now, exp: now + 300, nonce: wrong.asked.nonce };
  const account = { email: "ann.openid@example.com", email_verified: true };
  return wrong.answer({ ...claims, ...account }, response, now);
}
const tells = (make) => (claims, response, now) =>
  json(response, 200, { access_token: "none", token_type: "Bearer", id_token: make(claims, now) });
const says = (changes) =>
  tells((claims, now) => token({ ...claims, ...(typeof changes === "function" ? changes(now, claims) : changes) }));
const MINUTE = 60;
const stranger = rsa();
const FAULTS = {
  "with another nonce": says({ nonce: "another" }),
  "without nonce": says({ nonce: undefined }),
  "for another audience": says({ aud: "another" }),
  "for several without saying for which": says({ aud: [CLIENT.client_id, "another"] }),
  "made for another of its audiences": says({ aud: [CLIENT.client_id, "another"], azp: "another" }),
  "of another issuer": says((_, { iss }) => ({ iss: `${iss}/` })),
  "that has expired": says((now) => ({ iat: now - 10 * MINUTE, exp: now - 2 * MINUTE })),
  "without end": says({ exp: undefined }),
  "that was made in the future": says((now) => ({ iat: now + 2 * MINUTE })),
  "that is not valid yet": says((now) => ({ nbf: now + 2 * MINUTE })),
  "by an unknown key": tells((claims) => token(claims, { kid: "unknown", by: stranger })),
  "by a stranger under the name of a known key": tells((claims) => token(claims, { by: stranger })),
  "by a stranger without name": tells((claims) => token(claims, { kid: undefined, by: stranger })),
  "whose claims were changed": tells((claims) => token(claims, { signed: { ...claims, email: "eve@example.com" } })),
  "without signature": tells((claims) => token(claims, { alg: "none" })),
  "signed with the public key as a secret": tells((claims) => {
    const secret = createPublicKey(key.privateKey).export({ type: "spki", format: "pem" });
    return token(claims, { alg: "HS256", by: { secret } });
  }),
  "that is none": tells(() => "no token"),
  "that is missing": (_, response) => json(response, 200, { access_token: "none", token_type: "Bearer" }),
  "with a status of failure": (claims, response) => json(response, 500, { id_token: token(claims) }),
  "behind a redirect": (_, response) => json(response, 307, {}, { Location: "/token" }),
  "in an answer of 300 KB": (claims, response) =>
    json(response, 200, { id_token: token(claims), filling: "x".repeat(300 * 1024) }),
  "that never comes": () => {},
};
async function check(sentence, act) {
  const began = performance.now();
  try {
    await act();
  } catch (error) {
    console.error(`   FAILED  ${sentence}`);
    throw error;
  }
  console.log(`${String(Math.round(performance.now() - began)).padStart(6)} ms  ${sentence}`);
}

async function run() {
  let foreign = await startForeign();
  const at = await merchant(env.COLONNADE_CLIENT_ID, env.COLONNADE_CLIENT_SECRET);
  const other = await merchant(env.COLONNADE_OTHER_CLIENT_ID, env.COLONNADE_OTHER_CLIENT_SECRET);
  const ann = await at.member("ann.openid@example.com");
  const blue = await at.provider(foreign.issuer);
  let used;

  await check("a member signs in by discovery, code, PKCE, state and nonce, and acts", async () => {
    const begun = await begin(at, blue);
    const asked = new URL(begun.authorization_url);
    assert.equal(asked.origin, foreign.issuer);
    const { state, nonce, code_challenge, ...rest } = Object.fromEntries(asked.searchParams);
    assert.deepEqual(rest, {
      response_type: "code",
      client_id: CLIENT.client_id,
      redirect_uri: callback,
      scope: "openid email profile",
      code_challenge_method: "S256",
    });
    assert.ok([state, nonce, code_challenge].every((secret) => secret.length >= 43));
    used = await browse(begun.authorization_url, "ann");
    const back = await comeBack(used);
    const completed = await at.complete(back, begun.page_secret);
    assert.equal(completed.status, 201, JSON.stringify(completed));
    await acts(at, completed.data, ann);
    assert.deepEqual(reason(await at.complete(back, begun.page_secret)), [409, null, "invalid_state"]);
  });
  await check("an issuer that gave no secret is asked without one", async () => {
    const open = { client_id: "without a secret", client_secret: undefined };
    await signsIn(at, await at.provider(foreign.issuer, open), "ann", ann);
  });
  await check("an issuer that leaves the address out of its tokens is asked for it", async () => {
    const conforming = await at.provider((await startForeign(0, true)).issuer);
    await signsIn(at, conforming, "ann", ann);
  });
  await check("without the page_secret, or with another one, nothing is completed", async () => {
    const { begun, back } = await goThrough(at, blue, "ann");
    const another = await begin(at, blue);
    for (const secret of [undefined, "wrong", another.page_secret]) {
      assert.deepEqual(reason(await at.complete(back, secret)), [422, "code", "wrong_code"]);
    }
    const withoutCode = { ...back, code: begun.page_secret };
    assert.deepEqual(reason(await at.complete(withoutCode, begun.page_secret)), [422, "code", "wrong_code"]);
    assert.equal((await at.complete(back, begun.page_secret)).status, 201);
  });
  await check("a state is taken once, also of two that come at once, and no other is known", async () => {
    const unknown = async (url) => {
      const response = await ask(url);
      const text = await response.text();
      assert.deepEqual([response.status, response.headers.get("Location")], [400, null], text);
      assert.match(response.headers.get("Content-Type"), /^text\/plain/);
      assert.match(text, /^This sign-in is not known here, or was used already\./);
    };
    await unknown(used);
    const url = await browse((await begin(at, blue)).authorization_url, "ann");
    const [client, signIn] = new URL(url).searchParams.get("state").split("~");
    for (const state of ["", "any", `${client}~${signIn}~`, `${client}~${signIn}~${randomUUID()}`]) {
      await unknown(`${callback}?${new URLSearchParams({ code: "any", state })}`);
    }
    // Of a client that is another merchant's.
    await unknown(url.replace(encodeURIComponent(client), other.client).replace(client, other.client));
    const both = await Promise.all([ask(url), ask(url)]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [303, 400]);
    await unknown(url);
  });
  await check("an address that the issuer did not verify is nobody's: email_not_verified", async () => {
    await refused("email_not_verified", at, blue, "unverified");
    await refused("email_not_verified", at, blue, "untold");
  });
  await check("an address of no active member, or of none of the company: unknown_member", async () => {
    await refused("unknown_member", at, blue, "nobody");
    const blocked = await at.member(ACCOUNTS.blocked.email);
    await at.owner("POST", `/members/${blocked.id}/block`, {});
    await refused("unknown_member", at, blue, "blocked");
    const place = (await at.owner("GET", "/locations?limit=100")).find(({ name }) => name === "Keizersgracht");
    const company = await at.owner("POST", "/companies", { name: "Blue", location_id: place.id });
    await refused("unknown_member", at, await at.provider(foreign.issuer, { company_id: company.id }), "ann");
  });
  await check("an address of another domain than the provider's: domain_not_allowed", async () => {
    await at.member(ACCOUNTS.elsewhere.email);
    const bound = await at.provider(foreign.issuer, { email_domains: ["EXAMPLE.com"] });
    await refused("domain_not_allowed", at, bound, "elsewhere");
    await signsIn(at, bound, "ann", ann);
  });
  await check("somebody aborts at the issuer: access_denied", () => refused("access_denied", at, blue));
  await check("the issuer starts again with another key: its tokens are believed", async () => {
    const { port, kid } = foreign;
    await foreign.stop();
    foreign = await startForeign(port);
    assert.notEqual(foreign.kid, kid);
    await signsIn(at, blue, "ann", ann);
    await signsIn(at, blue, "ann", ann);
  });
  await check("a wrong client secret, and another one later: issuer_failed, then a sign-in", async () => {
    const provider = await at.provider(foreign.issuer, { client_secret: "wrong" });
    await refused("issuer_failed", at, provider, "ann");
    await at.owner("PUT", `/identity-providers/${provider.id}`, { client_secret: CLIENT.client_secret });
    await signsIn(at, provider, "ann", ann);
  });

  const faulty = await serve(wrongIssuer);
  stopping(faulty.stop);
  const issuer = `http://127.0.0.1:${faulty.port}`;
  const red = await other.provider(issuer);
  const bob = await other.member("ann.openid@example.com");
  const answered = async (answer, act) => {
    Object.assign(wrong, { answer, fault: undefined, isAsked: false });
    await act().finally(() => assert.ifError(wrong.fault));
    assert.ok(wrong.isAsked, "the issuer was asked for no token");
  };
  await check("tokens of every sort of key are believed, with the secret in the body", async () => {
    const kinds = {
      PS256: key,
      ES256: generateKeyPairSync("ec", { namedCurve: "P-256" }),
      ES384: generateKeyPairSync("ec", { namedCurve: "P-384" }),
      EdDSA: generateKeyPairSync("ed25519"),
    };
    wrong.keys.push({ kty: "AKP", kid: "of a kind that is not known here" });
    for (const [alg, by] of Object.entries(kinds)) {
      wrong.keys.push(publicOf(by, alg, alg));
      await answered(
        tells((claims) => token(claims, { alg, by, kid: alg })),
        () => signsIn(other, red, undefined, bob),
      );
    }
  });
  for (const [what, answer] of Object.entries(FAULTS)) {
    await check(`a token ${what}: issuer_failed`, () => answered(answer, () => refused("issuer_failed", other, red)));
  }
  await check("an address of somebody else, told where it was asked for: issuer_failed", async () => {
    // The limit of sign-ins from an address leaves room for one; the others are tests of `claims`.
    const account = { sub: "2", email: "ann.openid@example.com", email_verified: true };
    wrong.told = (_, response) => json(response, 200, account);
    await answered(says({ email: undefined }), () => refused("issuer_failed", other, red));
  });
  await check("after all these, a right token is believed", () =>
    answered(says({}), () => signsIn(other, red, undefined, bob)),
  );
  await check("an issuer that is down, or another than it says: issuer_failed at the beginning", async () => {
    const gone = await serve(() => {});
    await gone.stop();
    for (const where of [`http://127.0.0.1:${gone.port}`, `${issuer}/another`]) {
      const begun = await at.begin(await at.provider(where));
      assert.deepEqual(reason(begun), [422, "identity_provider_id", "issuer_failed"]);
    }
  });
  await check("who must sign in by an issuer gets no letter, others do", async () => {
    const admin = await at.member(ACCOUNTS.admin.email, { role: "admin" });
    const strict = await at.provider(foreign.issuer, { required_for_roles: ["admin", "owner"] });
    // Letters are written some moments after they were asked for.
    const letters = async ({ email }, least = 0) => {
      for (let waited = 0; ; waited++) {
        const count = (await (await ask(`${service}/mail`)).text()).split(`to ${email},`).length - 1;
        if (count >= least || waited === 100) return count;
        await new Promise((go) => setTimeout(go, 100));
      }
    };
    const asked = await Promise.all([admin, ann].map(({ email }) => at.askForLetter(email)));
    assert.deepEqual(
      asked.map(({ status }) => status),
      [201, 201],
    );
    const shapes = asked.map(({ data }) => Object.entries(data).map(([name, value]) => `${name} ${typeof value}`));
    assert.deepEqual(shapes[0], shapes[1]);
    assert.equal(await letters(ann, 1), 1);
    assert.equal(await letters(admin), 0);
    await signsIn(at, strict, "admin", admin);
    await at.owner("PUT", `/identity-providers/${strict.id}`, { is_active: false });
    assert.deepEqual(reason(await at.begin(strict)), [422, "identity_provider_id", "provider_not_active"]);
    await at.askForLetter(admin.email);
    assert.equal(await letters(admin, 1), 1);
  });
  await check("an issuer that goes down in between: issuer_failed", async () => {
    const short = await serve(wrongIssuer);
    const begun = await begin(other, await other.provider(`http://127.0.0.1:${short.port}`));
    const url = await browse(begun.authorization_url);
    await short.stop();
    assert.equal((await comeBack(url)).error, "issuer_failed");
  });
  await check("an address that only looks alike is somebody else's", async () => {
    await at.member("ann@openid-strasse.example");
    await at.member("ann@openid-pisa.example");
    await at.member("mike.strasse@example.com");
    const lax = await at.provider(issuer);
    // Other domains and mailboxes than these, which whoever signs in may well have. The second is the first in DNS.
    for (const email of [
      "ann@openid-p\u0131sa.example",
      "ann@xn--openid-psa-4ub.example",
      "ann@openid-stra\u00dfe.example",
      "mike.stra\u00dfe@example.com",
      "mi\u212ae.strasse@example.com",
    ]) {
      await answered(says({ email }), () => refused("unknown_member", at, lax));
    }
    const { email } = await at.member("eve@openid-p\u0131sa.example");
    const pisa = await at.provider(issuer, { email_domains: ["openid-pisa.example"] });
    await answered(says({ email }), () => refused("domain_not_allowed", at, pisa));
  });
  await check("a browser that another issuer sends: issuer_failed (RFC 9207)", async () => {
    const url = new URL(await browse((await begin(at, blue)).authorization_url, "ann"));
    assert.equal(url.searchParams.get("iss"), foreign.issuer);
    url.searchParams.set("iss", issuer);
    assert.equal((await comeBack(url.href)).error, "issuer_failed");
  });
  await check("a token with a header that must be understood, and is not: issuer_failed (RFC 7515, 4.1.11)", () =>
    answered(
      tells((claims) => token(claims, { header: { crit: ["any"], any: 1 } })),
      () => refused("issuer_failed", other, red),
    ),
  );
}

const began = performance.now();
try {
  await run();
  console.log(`sign-in by OpenID Connect works, ${((performance.now() - began) / 1000).toFixed(1)} s`);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
await Promise.all([...stops].map((stop) => stop()));
