/**
 * The two streams that commands write to.
 *
 * A reader may close its end early (`sluice schema api | head`): what follows is then dropped, and the command runs to
 * its end with its own exit status. Any other failure, such as a full disk, ends the process with status 1.
 */

/** Call once, before a command writes anything. */
export function handleOutputErrors(name: string): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED') return
      if (stream === process.stdout) process.stderr.write(`${name}: the output cannot be written: ${error.message}\n`)
      process.exit(1)
    })
  }
}
