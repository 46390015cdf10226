import test from 'ava'
import { addDocument, type DocumentStorage, openFileStorage } from '../../../../src/gateway/config/index.ts'
import { folderWith } from '../_support/folder.ts'

const file = 'catalogs/sandbox/applications/new.yaml'

test('what undoes an added document leaves an edit that came at the same moment', async (t) => {
  const folder = await folderWith(t)
  const files = openFileStorage(folder)
  const storage: DocumentStorage = {
    ...files,
    async create(path, text) {
      const written = await files.create(path, text)
      await files.replace(path, text, `${text}title: By another one\n`)
      return written
    },
  }
  const undo = await storage.prepareUndo(file)
  const edit = await addDocument(file, 'name: new\n', { folder, storage, load: async () => ({ problems: [] }) })
  t.deepEqual(edit, { before: undefined, after: 'name: new\n' })
  t.false(await undo(edit))
  t.is(await files.read(file), 'name: new\ntitle: By another one\n')
})
