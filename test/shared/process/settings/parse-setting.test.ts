import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { readSecret } from '../../../../src/shared/process/settings/parse-setting.ts'

const read = (variables: Record<string, string>) => readSecret('PASSWORD', (name) => variables[name] ?? '')

test('a secret is a variable, or a file without the white space around it', (t) => {
  const file = join(mkdtempSync(join(tmpdir(), 'sluice-secret-')), 'secret')
  writeFileSync(file, ' s3cret \n')
  t.is(read({ PASSWORD: 'plain' }), 'plain')
  t.is(read({ PASSWORD_FILE: file }), 's3cret')
  t.is(read({}), '')
})

test('both, and a file that cannot be read, are refused', (t) => {
  t.throws(() => read({ PASSWORD: 'plain', PASSWORD_FILE: '/file' }), {
    message: /PASSWORD and PASSWORD_FILE are both set/,
  })
  t.throws(() => read({ PASSWORD_FILE: join(tmpdir(), 'sluice-missing', 'secret') }), {
    message: /PASSWORD_FILE cannot be read/,
  })
})
