#!/usr/bin/env node
// Starts the server on standard input and output. What is printed beside the protocol goes to standard error, and has
// no credential in it.

import { readFileSync } from "node:fs";

import { serveStdio } from "@modelcontextprotocol/server/stdio";

import { Caller } from "./calling.js";
import { areas, load, within } from "./catalogue.js";
import { Rights } from "./rights.js";
import { server } from "./server.js";
import { Ended, settings, type Settings } from "./settings.js";
import { Tools } from "./tools.js";

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  version: string;
};
const all = load();

function told(): Settings {
  try {
    return settings(process.argv.slice(2), process.env, version, areas(all));
  } catch (error) {
    if (!(error instanceof Ended)) throw error;
    (error.status ? process.stderr : process.stdout).write(error.message);
    process.exit(error.status);
  }
}

const chosen = told();
const catalogue = chosen.areas.length ? within(all, chosen.areas) : all;
const caller = new Caller(chosen);
const tools = new Tools(chosen, catalogue, caller, new Rights(caller, "session" in chosen.credential));
serveStdio(() => server(tools, version));
const does = chosen.allowsWrites ? "reads and writes" : "only reads";
process.stderr.write(`colonnade-mcp ${version} ${does} at ${chosen.baseUrl} as ${chosen.clientId}\n`);
