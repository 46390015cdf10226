import { launch } from './launch.js'

/** Runs a control command with the arguments of this process. */
export async function run(name) {
  process.removeAllListeners('warning')
  const { main } = await launch(name, `"npx ${name}"`, 'cli/mq/main')
  main(name, process.argv.slice(2))
}
