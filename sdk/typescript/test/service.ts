// What the journeys stand on: a space of their own on the local service, a receiver, and a bad line to the service.

import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

import { Colonnade, type types } from "colonnade-client";

export const api = Colonnade.fromEnvironment();
const MARK = Date.now().toString(36);
let made = 0;

/** A name that nobody else has. */
export const name = (what: string): string => `${what} ${MARK} ${(made += 1)}`;
export const address = (who: string): string => `${name(who).replaceAll(" ", ".")}@typescript.example`;

/** A location with this currency, and a room in it at 0.1 an hour. */
export async function space(currency: types.CurrencyCode): Promise<{ location: types.Location; room: types.Resource }> {
  const weekdays: types.Weekday[] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
  const { data: location } = await api.createLocation({
    body: {
      name: name("Hall"),
      time_zone: "Europe/Amsterdam",
      currency,
      opening_hours: weekdays.map((weekday) => ({ weekday, opens: "00:00", closes: "24:00" })),
    },
  });
  const { data: room } = await api.createResource({
    body: {
      location_id: location.id,
      name: name("Room"),
      type: "meeting_room",
      capacity: 4,
      rates: [{ unit_amount: "0.1", per_minutes: 60 }],
    },
  });
  return { location, room };
}

export async function member(location: types.Location): Promise<types.Member> {
  const { data } = await api.createMember({
    body: { name: name("Ann"), email: address("ann"), location_ids: [location.id] },
  });
  return data;
}

/** The instant of an hour of a day three weeks ahead. */
export function hour(of: number): string {
  const day = new Date(Date.now() + 21 * 86_400_000).toISOString().slice(0, 10);
  return `${day}T${String(of).padStart(2, "0")}:00:00Z`;
}

/** The code of the newest letter to an address, which the local service shows instead of sending it. */
export async function code(to: string): Promise<string> {
  const mail = new URL("/mail", process.env["COLONNADE_BASE_URL"]);
  for (;;) {
    const letters = (await (await fetch(mail)).text()).split("<li>").filter((letter) => letter.includes(to));
    const found = letters.map((letter) => />(\d{6}) /.exec(letter)?.[1]).find((digits) => digits !== undefined);
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A server on a free port, until `close`. */
export async function serving(listener: RequestListener): Promise<{ url: string; close: () => void }> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

export interface Received {
  method: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** What a bad line does to a request, by its number from 0: the answer is lost, refused on the way, or passed on. */
export type Fate = "answer lost" | "503" | "passed on";

/** A client whose requests go over a line on which these things happen, then nothing any more. */
export async function badLine(
  ...fates: Fate[]
): Promise<{ client: Colonnade; received: Received[]; close: () => void }> {
  const received: Received[] = [];
  const service = new URL(process.env["COLONNADE_BASE_URL"] ?? "");
  const { url, close } = await serving(async (request, response) => {
    const fate = fates[received.length] ?? "passed on";
    let body = "";
    for await (const chunk of request) body += chunk;
    received.push({ method: request.method ?? "", headers: request.headers, body });
    if (fate === "503") {
      response.writeHead(503, { "Retry-After": "0" }).end();
      return;
    }
    const { host: _host, connection: _connection, ...headers } = request.headers as Record<string, string>;
    const answer = await fetch(new URL(request.url ?? "", service), {
      method: request.method ?? "",
      headers,
      body: body || null,
    });
    const text = await answer.text();
    if (fate === "answer lost") request.socket.destroy();
    else response.writeHead(answer.status, { "Content-Type": "application/json" }).end(text);
  });
  return { client: Colonnade.fromEnvironment({ baseUrl: `${url}/v1` }), received, close };
}
