/**
 * Gives each test process a temporary folder of its own, which a small process removes when the test process has ended, in
 * whichever way: also when a hook failed, the process was killed or the machine was too slow. PostgreSQL servers whose data is in
 * the folder are ended first, and then every process that inherited the folder as its `TMPDIR`: products with their workers and
 * detached hosts, browsers, other programs. `ava.config.js` loads this file before the tests.
 *
 * The folder is in memory where that has room, because tests wait for thousands of commits; long runs use the disk.
 */
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

/** Waits until the test process has closed the pipe, which every end of a process does. */
const script = `
trap '' INT TERM HUP
cat > /dev/null
for file in "$1"/*/data/postmaster.pid; do
  pid=$(head -n 1 "$file" 2> /dev/null) || continue
  grep -qF "$1" "/proc/$pid/cmdline" 2> /dev/null || continue
  kill -QUIT "$pid"
  tries=0
  while kill -0 "$pid" 2> /dev/null && [ $tries -lt 100 ]; do tries=$((tries + 1)); sleep 0.1; done
  [ $tries -lt 100 ] || kill -KILL "$pid"
done
grep -lzxF "TMPDIR=$1" /proc/[0-9]*/environ 2> /dev/null | while IFS=/ read -r _ _ pid _; do
  kill -KILL "$pid" 2> /dev/null
done
rm -rf "$1"
`

const folder = mkdtempSync(join(findRoot(), 'st-')) // short, because paths of sockets are
chmodSync(folder, 0o711) // servers of other users have folders in it
const environmentOutside = { ...process.env }
process.env.TMPDIR = folder
const remover = spawn('/bin/sh', ['-c', script, 'sh', folder], {
  detached: true, // Ctrl-C does not reach it
  cwd: '/',
  env: environmentOutside, // it does not end itself
  stdio: ['pipe', 'ignore', 'ignore'],
})
remover.unref()
;(remover.stdin as unknown as { unref(): void }).unref()

/** Returns `/dev/shm` unless it is small, has no programs, or the machine has little memory: containers often have 64 MB. */
function findRoot(): string {
  if (process.env.TMPDIR || process.env.TEST_RUN === 'long') return tmpdir()
  try {
    const mount = readFileSync('/proc/self/mounts', 'utf8')
      .split('\n')
      .find((each) => each.split(' ')[1] === '/dev/shm')
    const { bavail, bsize } = statfsSync('/dev/shm')
    const room = Math.min(bavail * bsize, freemem())
    return mount !== undefined && !mount.includes('noexec') && room > 8 * 2 ** 30 ? '/dev/shm' : tmpdir()
  } catch {
    return tmpdir()
  }
}
