/** The table of the signing keys of an OAuth provider, the newest first. */
import { Button, Table, TableBody, TableCell, TableRow, Tag } from '@carbon/react'

import { ScrollRegion } from '../../../../ui/table/scroll-region.tsx'
import { TableHeaderRow } from '../../../../ui/table/table-header-row.tsx'
import type { SigningKeyView } from '../../../rest/index.ts'
import { formatRelativeTime } from '../../tokens/format-relative-time.ts'
import { keySourceTitles } from './key-sources.ts'

const states = {
  next: ['blue', 'next'],
  signing: ['green', 'signing'],
  verifying: ['purple', 'verifying'],
  retired: ['gray', 'retired'],
} as const

export interface KeyTableProps {
  /** The name of the provider. */
  provider: string
  keys: readonly SigningKeyView[]
  remove(key: SigningKeyView): void
}

export function KeyTable({ provider, keys, remove }: KeyTableProps) {
  return (
    <ScrollRegion label={`Keys of ${provider}`}>
      <Table size="md" aria-label={`Signing keys of ${provider}`}>
        <TableHeaderRow
          titles={['State', 'Key id', 'Created', 'First token', 'Last token', 'Ends']}
          actions
        />
        <TableBody>
          {keys.map((key) => (
            <TableRow key={key.kid}>
              <TableCell>
                <Tag type={states[key.state][0]} size="sm">
                  {states[key.state][1]}
                </Tag>
              </TableCell>
              <TableCell>
                <code>{key.kid}</code>
                <div className="entry__note">{describeUse(key)}</div>
              </TableCell>
              <TableCell>{key.createdAt ? formatTime(key.createdAt) : 'unknown'}</TableCell>
              <TableCell>{key.firstUsedAt ? formatTime(key.firstUsedAt) : 'none yet'}</TableCell>
              <TableCell className="keys__time">
                {key.lastUsedAt ? formatRelativeTime(key.lastUsedAt) : 'none yet'}
              </TableCell>
              <TableCell>{describeEnd(key)}</TableCell>
              <TableCell className="list__menu">
                {key.isRemovable && (
                  <Button
                    kind="danger--ghost"
                    size="sm"
                    aria-label={`Remove the key ${key.kid}`}
                    onClick={() => remove(key)}
                  >
                    Remove
                  </Button>
                )}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </ScrollRegion>
  )
}

function describeUse({ algorithm, source, state, activeFrom }: SigningKeyView): string {
  const kind = `${algorithm}, ${keySourceTitles[source]}`
  return state === 'next' ? `${kind}; signs from ${formatTime(activeFrom)}` : kind
}

function describeEnd({ state, expiresAt, isRemoved }: SigningKeyView): string {
  if (expiresAt === undefined) return 'at the rotation'
  if (isRemoved) return `removed ${formatTime(expiresAt)}`
  return state === 'retired'
    ? formatTime(expiresAt)
    : `${formatTime(expiresAt)} (${formatRelativeTime(expiresAt)})`
}

function formatTime(moment: string): string {
  return new Date(moment).toLocaleString()
}
