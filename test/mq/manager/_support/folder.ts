/** A folder that goes with the test. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'

export function folderFor(t: ExecutionContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-qm-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  return folder
}
