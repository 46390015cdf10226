import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { findForeignFile } from '../../../../src/gateway/config/index.ts'

const root = mkdtempSync(join(tmpdir(), 'documents-'))
const environment = { SLUICE_DATA: '/var/lib/sluice', SLUICE_FILE_FOLDERS: '/etc/gateway-keys', OTHER: '/home' }

const registry = (file: string) => `type: user_registry\nname: staff\nregistry_type: local\nusers_file: ${file}\n`
const profile = (member: string, file: string) => `type: tls_client_profile\nname: backend\n${member}: ${file}\n`

function refuse(after: string | undefined, before?: string, file = 'providers/a.yaml') {
  return findForeignFile({ file, before, after }, root, environment)
}

for (const path of ['users/staff.json', '$env{SLUICE_DATA}/users/staff.json', '/etc/gateway-keys/a.json', './a.json']) {
  test(`an owner may name the file ${path}`, (t) => {
    t.is(refuse(registry(path)), undefined)
    t.is(refuse(profile('key', path)), undefined)
  })
}

for (const path of [
  '/etc/ssl/private/other.key',
  '/etc/gateway-keys-of-others/a.pem',
  '/var/lib/sluice/../other/a.pem',
  '../../etc/passwd',
  '$env{OTHER}/ada/.ssh/id_ed25519',
  '"/etc/\\x70asswd"',
  '>-\n  /etc/passwd',
]) {
  test(`an owner may not name the file ${path}`, (t) => {
    t.regex(refuse(registry(path)) ?? '', /users_file names .* outside the folders .*SLUICE_FILE_FOLDERS/s)
    for (const member of ['truststore', 'certificate', 'key'])
      t.regex(refuse(profile(member, path)) ?? '', new RegExp(`${member} names`))
  })
}

test('the reason shows no value that a reference inserts', (t) => {
  const reason = refuse(profile('key', '/etc/$env{OTHER}')) ?? ''
  t.regex(reason, /key names .*\$env\{OTHER\}/)
  t.false(reason.includes('/home'))
})

test('a link in the folder of the documents that leads out of it is refused', (t) => {
  mkdirSync(join(root, 'providers'), { recursive: true })
  symlinkSync('/etc/passwd', join(root, 'providers', 'link.pem'))
  writeFileSync(join(root, 'providers', 'own.pem'), '')
  t.regex(refuse(profile('key', 'link.pem')) ?? '', /key names/)
  t.is(refuse(profile('key', 'own.pem')), undefined)
})

test('a file that the document named before may stay, and a document may be removed', (t) => {
  const before = profile('key', '/etc/ssl/private/own.key')
  t.is(refuse(`${before}title: Backend\n`, before), undefined)
  t.is(refuse(undefined, before), undefined)
  t.regex(refuse(profile('truststore', '/etc/ssl/certs/ca.pem'), before) ?? '', /truststore names/)
})

test('members of these names in other documents name no files', (t) => {
  t.is(
    refuse('swagger: "2.0"\ninfo: { title: a, version: "1" }\nkey: /etc/passwd\n', undefined, 'apis/a.yaml'),
    undefined,
  )
})
