// Part of `npm ci`: starts the sandbox once with a temporary data folder and ends it, which fills the compile cache for
// the first real start. A failure has no effect except that the first start takes half a second longer.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const timeoutMs = 30_000
const data = mkdtempSync(join(tmpdir(), 'sluice-warm-'))
const ports = ['PORT', 'ADMIN_PORT', 'MQWEB_PORT', 'CUSTOMERS_PORT', 'AUTH_PORT']
const environment = Object.fromEntries(ports.map((each) => [`SLUICE_${each}`, '0']))

const sandbox = spawn(process.execPath, [fileURLToPath(new URL('sluice.js', import.meta.url)), 'sandbox'], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  env: { ...process.env, ...environment, SLUICE_DATA: data, SLUICE_CONFIG: '.', SLUICE_LOG: 'error' },
  stdio: ['ignore', 'pipe', 'ignore'],
})
const timer = setTimeout(() => sandbox.kill('SIGKILL'), timeoutMs)
sandbox.stdout.on('data', (text) => {
  if (String(text).includes('sandbox ready')) sandbox.kill('SIGTERM')
})
sandbox.on('close', () => {
  clearTimeout(timer)
  rmSync(data, { recursive: true, force: true })
})
