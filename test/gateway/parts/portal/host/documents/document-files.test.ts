import { symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import {
  maxChangedBytes,
  openDocumentFiles,
  rejectTooLarge,
} from '../../../../../../src/gateway/parts/portal/host/documents/document-files.ts'
import { folderWith } from '../../../../config/_support/folder.ts'

test('outlines follow the files: changed, added and removed ones', async (t) => {
  const folder = await folderWith(t, {})
  const files = openDocumentFiles(folder)
  const titles = async () => Object.fromEntries((await files.outlines()).map(({ file, title }) => [file, title]))
  t.is((await titles())['providers/users.yaml'], 'Users')

  const text = 'name: users\nregistry_type: lur\nusers_file: a.json\ntitle: '
  await writeFile(join(folder, 'providers/users.yaml'), `${text}People\n`)
  t.is((await titles())['providers/users.yaml'], 'People')
  // Also with the size and the modification time of the text before.
  const old = new Date(1_700_000_000_000)
  await utimes(join(folder, 'providers/users.yaml'), old, old)
  t.is((await titles())['providers/users.yaml'], 'People')
  await writeFile(join(folder, 'providers/users.yaml'), `${text}Humans\n`)
  await utimes(join(folder, 'providers/users.yaml'), old, old)
  t.is((await titles())['providers/users.yaml'], 'Humans')

  await writeFile(join(folder, 'providers/more.yaml'), `${text}More\n`)
  t.is((await titles())['providers/more.yaml'], 'More')
})

test('a link and a missing file have no text, and a list does not follow a link', async (t) => {
  const folder = await folderWith(t, {})
  const files = openDocumentFiles(folder)
  await symlink('/etc/hostname', join(folder, 'providers/link.yaml'))
  await t.throwsAsync(files.readText('providers/link.yaml'), { message: /is a link/ })
  t.is(await files.readText('providers/none.yaml'), undefined)
  const link = (await files.outlines()).find(({ file }) => file === 'providers/link.yaml')
  t.like(link, { kind: 'unknown', title: '' })
})

test('hundreds of documents are listed, more than are open at the same time', async (t) => {
  const application = (name: string) =>
    `name: ${name}\ntitle: Title of ${name}\ncredentials: [{ client_id: ${name} }]\n`
  const names = Array.from({ length: 200 }, (_, index) => `app-${index}`)
  const folder = await folderWith(
    t,
    Object.fromEntries(names.map((name) => [`catalogs/sandbox/applications/${name}.yaml`, application(name)])),
  )
  const outlines = await openDocumentFiles(folder).outlines()
  const listed = new Map(outlines.map(({ name, title, kind }) => [name, `${kind} ${title}`]))
  for (const name of names) t.is(listed.get(name), `application Title of ${name}`)
})

test('a file is read up to the limit of the caller', async (t) => {
  const folder = await folderWith(t, { 'apis/a.yaml': 'x'.repeat(10) })
  const files = openDocumentFiles(folder)
  t.is(await files.readText('apis/a.yaml', 10), 'x'.repeat(10))
  await t.throwsAsync(files.readText('apis/a.yaml', 9), {
    message: 'apis/a.yaml has 10 bytes, and the portal changes files of up to 9: edit it on disk.',
  })
})

test('a text can be saved up to the limit, in bytes', (t) => {
  t.notThrows(() => rejectTooLarge({ file: 'a.yaml', text: 'x'.repeat(maxChangedBytes) }))
  t.notThrows(() => rejectTooLarge({ file: 'a.yaml', text: null }))
  t.throws(() => rejectTooLarge({ file: 'a.yaml', text: `${'x'.repeat(maxChangedBytes - 1)}é` }), {
    message: `a.yaml has ${maxChangedBytes + 1} bytes, and the portal changes files of up to ${maxChangedBytes}: edit it on disk.`,
  })
})
