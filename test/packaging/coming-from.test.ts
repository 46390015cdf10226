/** The tables for those who come from other products name policies, members, settings and commands that exist. */
import { readFileSync } from 'node:fs'
import test from 'ava'
import { buildEditorSchemas } from '../../src/gateway/config/index.ts'
import { settingVariables } from '../../src/shared/process/settings/setting-variables.ts'
import { commands, mqCommands } from '../_support/commands.ts'
import { typeTables } from '../gateway/_support/tables.ts'

/** Returns the names of all members of a schema, and its fixed values. */
function listNames(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(listNames)
  if (typeof schema !== 'object' || schema === null) return typeof schema === 'string' ? [schema] : []
  return Object.entries(schema).flatMap(([name, value]) => [name, ...listNames(value)])
}

const known = new Set([
  ...listNames(buildEditorSchemas(typeTables)),
  ...Object.keys(settingVariables),
  ...[...commands, ...mqCommands].map(({ name }) => name),
  ...['sluice', 'insufficient_scope', 'id_token', 'KEYRPWD'], // of OAuth and of MQSC
])

const columns = ['Sluice', 'in Sluice', 'in its place', 'instead', 'add', 'it does']

/** Returns the code of the cells of a page that speak of Sluice. */
function listNamed(page: string): string[] {
  let header: string[] = []
  return page.split('\n').flatMap((line, index, lines) => {
    if (!line.startsWith('|')) return []
    const cells = line
      .slice(1, -1)
      .replaceAll('\\|', '/')
      .split(' | ')
      .map((cell) => cell.replace(/^\|/, '').trim())
    if (lines[index + 1]?.startsWith('|---')) header = cells
    return cells.flatMap((cell, column) =>
      columns.includes(header[column] ?? '') ? [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name) : [],
    )
  })
}

/** Whether a name is checked elsewhere (calls of commands, paths), or is a value of a user, MQSC or a standard. */
function isOfOthers(name: string): boolean {
  return /^(npx |sluice |crtmqm |strmqm |\$|\/)|[A-Z]{3,}\(|\.(ya?ml|xml|p12|kdb|xsd|LOG)\b|\/|^dp:|^apim:|^require$|-{2}|^[\d]/.test(
    name,
  )
}

for (const page of ['from-api-connect', 'from-other-gateways', 'from-ibm-mq'])
  test(`docs/guides/${page}.md names members, policies, settings and commands that exist`, (t) => {
    const named = listNamed(readFileSync(`docs/guides/${page}.md`, 'utf8'))
    t.true(named.length > 5)
    const parts = named.filter((name) => !isOfOthers(name)).flatMap((name) => name.split(/[.:, ]+/).filter(Boolean))
    t.deepEqual(
      parts.filter((name) => !known.has(name)),
      [],
    )
  })

test('a member that does not exist is found', (t) => {
  t.deepEqual(listNamed('| Kong | Sluice |\n|---|---|\n| `a` | `target-url`, `target-ulr` |\n'), [
    'target-url',
    'target-ulr',
  ])
  t.true(known.has('target-url'))
  t.false(known.has('target-ulr'))
})
