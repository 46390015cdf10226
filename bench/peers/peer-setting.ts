/** Defines the settings for the peers of the protected call, and a temporary folder for the files of a peer. */
import { createPublicKey, type JsonWebKey } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunningSubject } from '../harness/compare.ts'

export interface PeerSetting {
  backendPort: number
  /** A valid access token. */
  token: string
  /** The public key that verifies the token. */
  jwk: JsonWebKey
}

interface Listening {
  port: number
  pid: number
  close(): Promise<void>
}

/**
 * Starts a peer with a temporary folder, which is removed when the peer closes, and the PEM file of the key in
 * it.
 */
export async function startInFolder(
  { token, jwk }: PeerSetting,
  start: (folder: string, keyFile: string) => Promise<Listening>,
): Promise<RunningSubject> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const keyFile = join(folder, 'key.pem')
  await writeFile(keyFile, createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' }))
  const { port, pid, close } = await start(folder, keyFile)
  return {
    url: `http://127.0.0.1:${port}/answer`,
    headers: { authorization: `Bearer ${token}` },
    pids: [pid],
    close: () => close().then(() => rm(folder, { recursive: true, force: true })),
  }
}
