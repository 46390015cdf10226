import type { MqOptions } from '../../../runtime/mq/index.ts'

/** The options of `runmqsc`, with and without `-c`. */
export const runmqscOptions: MqOptions = {
  '-e': { help: 'do not print the commands of the script' },
  '-v': { help: 'check the script without running it' },
  '-f': { value: 'File', help: 'the script; standard input when absent' },
  '-c': { help: 'send the script to the web server of SLUICE_MQ_URL' },
  '-u': { value: 'User', help: 'with -c: the user of the web server; SLUICE_MQ_USER when absent' },
  '-w': { value: 'Seconds', help: 'not supported: use -c' },
  '-x': { help: 'not supported' },
}
