/** Settles with the first SIGTERM or SIGINT. A second signal ends the process at once, with status 130. */
export function waitForSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let isEnding = false
    const end = (signal: NodeJS.Signals) => {
      if (isEnding) process.exit(130)
      isEnding = true
      resolve(signal)
    }
    process.on('SIGTERM', end)
    process.on('SIGINT', end)
  })
}
