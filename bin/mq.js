import { launch } from './launch.js'

/** Runs a control command with the arguments of this process. */
export function run(name) {
  process.removeAllListeners('warning')
  void launch(name, `"npx ${name}"`, 'mq/cli/main').then(({ main }) => main(name, process.argv.slice(2)))
}
