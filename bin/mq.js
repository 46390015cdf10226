import { prepare } from './launch.js'

/** Runs a control command with the arguments of this process. */
export function run(name) {
  prepare(name, `"npx ${name}"`)
  process.removeAllListeners('warning')
  import('../src/cli/mq/main.ts').then(({ main }) => main(name, process.argv.slice(2)))
}
