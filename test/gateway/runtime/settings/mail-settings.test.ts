import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { readSettings } from '../../../../src/gateway/runtime/settings/index.ts'

const from = 'Acme <noreply@acme.example>'

test('e-mail is off without a server', (t) => {
  t.is(readSettings({}).mail, undefined)
})

test('the password is that of the variable or of the file', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-mail-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const file = join(folder, 'password')
  await writeFile(file, 'a:b/c@d\n')
  const url = { SLUICE_SMTP_URL: 'smtp://portal@mail.example:587', SLUICE_MAIL_FROM: from }
  t.deepEqual(readSettings(url).mail, { url: 'smtp://portal@mail.example:587', from })
  for (const secret of [{ SLUICE_SMTP_PASSWORD: 'a:b/c@d' }, { SLUICE_SMTP_PASSWORD_FILE: file }])
    t.is(readSettings({ ...url, ...secret }).mail?.url, 'smtp://portal:a%3Ab%2Fc%40d@mail.example:587')
})

for (const [title, given, message] of [
  ['another scheme', { SLUICE_SMTP_URL: 'http://mail.example' }, /SLUICE_SMTP_URL must be an SMTP URL/],
  ['no sender', { SLUICE_SMTP_URL: 'smtp://mail.example' }, /SLUICE_MAIL_FROM must be the sender/],
  [
    'a sender with a line break',
    { SLUICE_SMTP_URL: 'smtp://mail.example', SLUICE_MAIL_FROM: 'a@b.example\nBcc: c@d.example' },
    /SLUICE_MAIL_FROM must be/,
  ],
  [
    'two passwords',
    {
      SLUICE_SMTP_URL: 'smtp://u@mail.example',
      SLUICE_MAIL_FROM: from,
      SLUICE_SMTP_PASSWORD: 'a',
      SLUICE_SMTP_PASSWORD_FILE: 'b',
    },
    /are both set/,
  ],
  [
    'a missing file',
    { SLUICE_SMTP_URL: 'smtp://u@mail.example', SLUICE_MAIL_FROM: from, SLUICE_SMTP_PASSWORD_FILE: '/nothing/here' },
    /SLUICE_SMTP_PASSWORD_FILE cannot be read/,
  ],
] as const) {
  test(`${title} is an error that names the setting`, (t) => {
    t.throws(() => readSettings(given), { message })
  })
}
