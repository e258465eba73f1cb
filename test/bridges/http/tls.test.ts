import { execFile } from "node:child_process";
import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { getRequestListener } from "@hono/node-server";
import { expect, it } from "vitest";
import { served } from "./served-bridge.js";

it("TLS is the host's: node:https stands in front of the bridge, and who does not trust it sends nothing [HT-10]", async () => {
  const { bridge, rooms } = await served();
  const { key, cert } = selfSigned();
  const server = createServer({ key, cert }, getRequestListener(bridge.fetch));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const folder = mkdtempSync(join(tmpdir(), "concordat-tls-"));
  try {
    const trusted = join(folder, "cert.pem");
    writeFileSync(trusted, cert);
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/negotiations`;
    const open = { roomId: "market-7", responder: "smith", proposal: { price: 40 } };
    const program = `
      const response = await fetch(${JSON.stringify(url)}, {
        method: "POST",
        headers: { authorization: "Bearer ada", "content-type": "application/json" },
        body: ${JSON.stringify(JSON.stringify(open))},
      }).catch(({ cause }) => ({ status: cause.code, json: () => ({}) }));
      const { id = null } = await response.json();
      console.log(JSON.stringify([response.status, id]));`;
    const asked = async (env: NodeJS.ProcessEnv) => {
      const args = ["--input-type=module", "-e", program];
      const { stdout } = await promisify(execFile)(process.execPath, args, {
        env: { ...process.env, ...env },
      });
      return JSON.parse(stdout);
    };
    // Who does not trust the certificate says nothing to the server.
    expect(await asked({})).toEqual(["DEPTH_ZERO_SELF_SIGNED_CERT", null]);
    const [status, id] = await asked({ NODE_EXTRA_CA_CERTS: trusted });
    expect(status).toBe(201);
    expect((await (await rooms.roomOf(id))?.viewFor(id, "smith"))?.standing?.terms).toEqual({ price: 40 });
  } finally {
    rmSync(folder, { recursive: true });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** A key and its own certificate of 127.0.0.1 (RFC 5280), new each time: none is kept anywhere. */
function selfSigned(): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const ecdsaWithSha256 = der(0x30, der(0x06, "2a8648ce3d040302"));
  const name = der(0x30, der(0x31, der(0x30, der(0x06, "550403"), der(0x0c, Buffer.from("127.0.0.1")))));
  const day = (years: number) =>
    der(0x17, Buffer.from(`${String(new Date().getUTCFullYear() + years).slice(2)}0101000000Z`));
  const address = der(0x30, der(0x87, "7f000001"));
  const subjectAltName = der(0x30, der(0x30, der(0x06, "551d11"), der(0x04, address)));
  const signed = der(
    0x30,
    der(0xa0, der(0x02, "02")),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ...[ecdsaWithSha256, name, der(0x30, day(-1), day(2)), name],
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, subjectAltName),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign("sha256", signed, privateKey)]);
  const whole = der(0x30, signed, ecdsaWithSha256, der(0x03, signature)).toString("base64");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${whole.replace(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`,
  };
}

/** A tag, its length and its content (X.690); a text is hexadecimal. */
function der(tag: number, ...parts: readonly (Buffer | string)[]): Buffer {
  const content = Buffer.concat(
    parts.map((part) => (typeof part === "string" ? Buffer.from(part, "hex") : part)),
  );
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
