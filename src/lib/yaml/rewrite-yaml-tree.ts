/** Makes an edit in the tree of a document and renders the tree: comments and order stay, blanks may change. */
import { type Document, isMap, isScalar, isSeq } from 'yaml'

import type { YamlEdit } from './edit-yaml.ts'
import { parseYamlTree } from './yaml-text.ts'

/** Returns the rendered document after the edit. Throws when the path of the edit does not exist. */
export function rewriteYamlTree(text: string, edit: YamlEdit): string {
  const document = parseYamlTree(text)
  change(document, edit)
  return document.toString({ lineWidth: 0 })
}

function change(document: Document, edit: YamlEdit): void {
  const { path } = edit
  switch (edit.do) {
    case 'set':
      document.setIn(path, document.createNode(edit.value))
      break
    case 'remove':
      document.deleteIn(path)
      break
    case 'insert': {
      const list = document.getIn(path, true)
      if (isSeq(list)) list.items.splice(edit.index, 0, document.createNode(edit.value))
      else document.setIn(path, document.createNode([edit.value]))
      break
    }
    case 'move': {
      const list = document.getIn(path, true)
      if (!isSeq(list)) throw new Error('the value is no list')
      list.items.splice(edit.to, 0, ...list.items.splice(edit.from, 1))
      break
    }
    case 'rename': {
      const map = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true)
      const pair = isMap(map) && map.items.find(({ key }) => isScalar(key) && key.value === path.at(-1))
      if (!pair) throw new Error('there is no such member')
      pair.key = document.createNode(edit.name)
      break
    }
  }
}
