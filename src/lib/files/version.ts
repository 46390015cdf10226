import { readFileSync } from 'node:fs'

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/** The version of Sluice, as its package.json has it. */
export { version }
