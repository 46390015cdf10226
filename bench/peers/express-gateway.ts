/** express-gateway, where somebody has installed it: `npm install --prefix bench/peers/express-gateway`. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { Peer } from '../harness/compare.ts'
import { cores } from '../harness/process.ts'
import { backendOf } from './bare.ts'
import { freePort, untilItListens } from './ports.ts'
import { startScript } from './script.ts'
import { inFolder, type Setting } from './setting.ts'

/** Where it is installed; it is no dependency of ours. */
export const home = fileURLToPath(new URL('express-gateway/', import.meta.url))

export function expressGateway(setting: Setting, target: number): Peer {
  return {
    name: 'express-gateway, jwt policy',
    target,
    async start() {
      if (!existsSync(join(home, 'node_modules/express-gateway'))) return undefined
      return inFolder(setting, async (folder, keyFile) => {
        const port = await freePort()
        const args = [home, folder, String(port), backendOf(setting), keyFile]
        const { close } = await startScript(cores.subject, 'express-gateway.ts', { args })
        await untilItListens(port)
        return { port, close }
      })
    },
  }
}
