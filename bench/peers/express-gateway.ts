/** Starts express-gateway, if it is installed with `npm install --prefix bench/peers/express-gateway`. */
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Peer } from '../harness/compare.ts'
import { allCores, cores } from '../harness/process.ts'
import { buildBackendUrl } from './bare.ts'
import { type PeerSetting, startInFolder } from './peer-setting.ts'
import { findFreePort, waitUntilListening } from './ports.ts'
import { startScript } from './script.ts'

/** The folder of its installation; express-gateway is not a dependency of Sluice. */
export const expressGatewayFolder = fileURLToPath(new URL('express-gateway/', import.meta.url))

export const isExpressGatewayInstalled = existsSync(join(expressGatewayFolder, 'node_modules/express-gateway'))

export function expressGateway(setting: PeerSetting, target: number): Peer {
  return {
    name: 'express-gateway, jwt policy',
    target,
    async start() {
      if (!isExpressGatewayInstalled) return undefined
      return startInFolder(setting, (folder, keyFile) =>
        start(cores.subject, folder, buildBackendUrl(setting), keyFile),
      )
    },
  }
}

/** Starts express-gateway on all cores without a backend; returns undefined when it is not installed. */
export async function startExpressGatewayAlone(): Promise<{ pid: number; close(): Promise<void> } | undefined> {
  if (!isExpressGatewayInstalled) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const keyFile = join(folder, 'key')
  await writeFile(keyFile, 'a secret')
  const { pid, close } = await start(allCores, folder, 'http://127.0.0.1:9', keyFile)
  return { pid, close: () => close().then(() => rm(folder, { recursive: true })) }
}

async function start(core: number | string, folder: string, upstream: string, keyFile: string) {
  const port = await findFreePort()
  const args = [expressGatewayFolder, folder, String(port), upstream, keyFile]
  const { pid, close } = await startScript(core, 'express-gateway.ts', { args })
  await waitUntilListening(port)
  return { port, pid, close }
}
