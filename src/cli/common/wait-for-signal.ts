/** Settles with the first signal that asks this process to end; a second one ends it at once. */
export function waitForSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let asked = false
    const end = (signal: NodeJS.Signals) => {
      if (asked) process.exit(130)
      asked = true
      resolve(signal)
    }
    process.on('SIGTERM', end)
    process.on('SIGINT', end)
  })
}
