// Runs the journeys that are named, or all: node run.mjs MODULES CHROMIUM [NAME…]. Where the service is, the environment says.
import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { makeHarness } from './harness.mjs';

const [modules, executablePath, ...wanted] = process.argv.slice(2);
const require = createRequire(`${modules}/`);
const { chromium } = require('playwright-core');
const { AxeBuilder } = require('@axe-core/playwright');
const { COLONNADE_BASE_URL: base, COLONNADE_CLIENT_ID: id, COLONNADE_CLIENT_SECRET: secret } = process.env;
const harness = await makeHarness({ chromium, AxeBuilder, executablePath, origin: base.replace(/\/v1$/, ''), client: { id, secret } });

const folder = new URL('journeys/', import.meta.url);
const names = (await readdir(folder)).filter((name) => name.endsWith('.mjs')).map((name) => name.slice(0, -4)).sort();
const chosen = names.filter((name) => !wanted.length || wanted.includes(name));
let failed = 0;
for (const name of chosen) {
  const began = Date.now();
  const journey = await import(new URL(`${name}.mjs`, folder));
  try {
    await journey.default(harness);
    if (harness.problems.length) throw new Error(harness.problems.splice(0).join('\n'));
    console.log(`ok     ${name}: ${journey.title} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED ${name}: ${journey.title}\n${error.stack}`);
  }
  for (const context of harness.browser.contexts()) {
    // A request that a journey still holds when it ends is nobody's problem.
    await Promise.all([context, ...context.pages()].map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })));
    await context.close();
  }
}
await harness.browser.close();
console.log(`${chosen.length - failed} of ${chosen.length} journeys`);
process.exitCode = failed ? 1 : 0;
