/** Makes many new files durable at once, with one call of syncfs(2) for their file system. */
import { spawn } from 'node:child_process'

/**
 * Runs `sync -f`, which is part of the GNU system. Resolves with false when that is not possible; the files are then to be
 * synced one by one.
 */
export function syncFileSystems(folders: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn('sync', ['-f', '--', ...folders], { stdio: 'ignore' })
    child.once('error', () => resolve(false))
    child.once('exit', (status) => resolve(status === 0))
  })
}
