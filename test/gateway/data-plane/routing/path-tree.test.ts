import test from 'ava'
import { findParameterNames, PathTree, splitPath } from '../../../../src/gateway/data-plane/routing/path-tree.ts'

function treeOf(...templates: string[]): (path: string) => [template: string, ...parameters: string[]] | undefined {
  const tree = new PathTree<string>()
  for (const template of templates) tree.add(template, template)
  return (path) => {
    const found = tree.find(splitPath(path))
    return found && [found.value, ...found.parameters]
  }
}

const all = [
  ...['/a/fixed', '/a/{name}.json', '/a/{id}', '/a/{+rest}'],
  ...['/a/fixed/one', '/a/{name}.json/two', '/a/{id}/three'],
]

for (const [title, path, expected] of [
  ['a fixed segment wins', '/a/fixed', ['/a/fixed']],
  ['then a segment with a parameter in it', '/a/x.json', ['/a/{name}.json', 'x']],
  ['then a whole parameter', '/a/x', ['/a/{id}', 'x']],
  ['then the rest of the path', '/a/x/y', ['/a/{+rest}', 'x/y']],
  ['a fixed segment leads on', '/a/fixed/one', ['/a/fixed/one']],
  ['a part of a segment leads on', '/a/x.json/two', ['/a/{name}.json/two', 'x']],
  ['a whole parameter leads on', '/a/x/three', ['/a/{id}/three', 'x']],
  ['a whole parameter takes what a fixed segment cannot', '/a/fixed/three', ['/a/{id}/three', 'fixed']],
  ['a whole parameter takes what a part cannot', '/a/x.json/three', ['/a/{id}/three', 'x.json']],
  ['the rest takes what no other can', '/a/x.json/four', ['/a/{+rest}', 'x.json/four']],
  ['the rest takes an empty segment, a parameter does not', '/a/', ['/a/{+rest}', '']],
  ['nothing takes the path above', '/a', undefined],
  ['nothing takes a part of a segment', '/ab', undefined],
] as const) {
  test(`${title}: ${path}`, (t) => {
    t.deepEqual(treeOf(...all)(path), expected as never)
    t.deepEqual(treeOf(...all.toReversed())(path), expected as never, 'in any order of the templates')
  })
}

test('without a template for the rest, a path must match to its end', (t) => {
  const find = treeOf('/a/{id}', '/a/{id}/b', '/a/{name}.json')
  t.is(find('/a/1/c'), undefined)
  t.is(find('/a/1/b/c'), undefined)
  t.is(find('/a/'), undefined)
  t.is(find('/a/1.json/b/c'), undefined)
})

test('a template is found again under any names of its parameters, and keeps its first value', (t) => {
  const tree = new PathTree<string>()
  t.is(tree.add('/a/{id}', 'first'), 'first')
  t.is(tree.add('/a/{name}', 'second'), 'first')
  t.is(tree.add('/b/{+rest}', 'first'), 'first')
  t.is(tree.add('/b/{*path}', 'second'), 'first')
  t.is(tree.add('/c/{a}-{b}', 'first'), 'first')
  t.is(tree.add('/c/{x}-{y}', 'second'), 'first')
  t.deepEqual(tree.find(['c', '1-2']), { value: 'first', parameters: ['1', '2'] })
})

test('characters of a template stand for themselves', (t) => {
  const find = treeOf('/a.{id}+(x)', '/b%7e')
  t.deepEqual(find('/a.1+(x)'), ['/a.{id}+(x)', '1'])
  t.is(find('/ab1+(x)'), undefined)
  t.deepEqual(find('/b~'), ['/b%7e'], 'percent-encoding is normalised')
})

test('the names of parameters are listed in order', (t) => {
  t.deepEqual(findParameterNames('/a/{id}/{x}-{y}/{+rest}'), ['id', 'x', 'y', 'rest'])
  t.deepEqual(findParameterNames('/a'), [])
})

test('the root has no segments', (t) => {
  t.deepEqual([splitPath('/'), splitPath(''), splitPath('/a/'), splitPath('/a/b')], [[], [], ['a', ''], ['a', 'b']])
  t.deepEqual(treeOf('/')('/'), ['/'])
})

for (const [title, templates, path, expected] of [
  [
    'a pattern that does not lead on leaves no parameters',
    ['/a/{name}.json/two', '/a/{x}.{y}/one'],
    '/a/b.json/one',
    ['/a/{x}.{y}/one', 'b', 'json'],
  ],
  [
    'a pattern and a parameter that do not lead on leave no parameters',
    ['/a/{name}.json/two', '/a/{id}/three', '/a/{+rest}'],
    '/a/b.json/one',
    ['/a/{+rest}', 'b.json/one'],
  ],
  ['the pattern with more text wins', ['/{x}.{y}', '/{name}.json'], '/b.json', ['/{name}.json', 'b']],
  [
    'of patterns with as much text one wins, in any order',
    ['/{x}.{y}', '/{x}-{y}'],
    '/a.b-c',
    ['/{x}-{y}', 'a.b', 'c'],
  ],
] as const) {
  test(`${title}: ${path}`, (t) => {
    for (const order of [templates, templates.toReversed()]) t.deepEqual(treeOf(...order)(path), expected as never)
  })
}

for (const [template, path] of [
  ['/größe', '/gr%C3%B6%C3%9Fe'],
  ['/gr%c3%b6%C3%9Fe', '/gr%C3%B6%C3%9Fe'],
  ['/größe-{id}.json', '/gr%C3%B6%C3%9Fe-7.json'],
  ['/Items[{id}]', '/Items%5B7%5D'],
  ['/日本/{id}', '/%E6%97%A5%E6%9C%AC/7'],
  ['/100%', '/100%25'],
  ['/%7Eanna/{id}', '/~anna/7'],
] as const)
  test(`the template ${template} matches ${path}, however the document writes it`, (t) => {
    t.is(treeOf(template)(path)?.[0], template)
  })
