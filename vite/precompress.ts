/** Writes gzip and brotli versions of the files of a build, so that the server never compresses them. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /\.(js|css|html|svg)$/
/** The minimum size in bytes: below it, a compressed file saves less than the two headers that it needs. */
const smallest = 256

const forms = [
  ['.gz', (body: Buffer) => promisify(gzip)(body, { level: 9 })],
  ['.br', (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })],
] as const

export function precompress(): Plugin {
  let folder = ''

  return {
    name: 'precompress',
    apply: 'build',

    configResolved(config) {
      folder = config.build.outDir
    },

    async closeBundle() {
      const paths = await readdir(folder, { recursive: true })
      await Promise.all(paths.filter((path) => compressible.test(path)).map((path) => compress(join(folder, path))))
    },
  }
}

async function compress(file: string): Promise<void> {
  const body = await readFile(file)
  if (body.length < smallest) return
  await Promise.all(forms.map(async ([suffix, form]) => writeFile(`${file}${suffix}`, await form(body))))
}
