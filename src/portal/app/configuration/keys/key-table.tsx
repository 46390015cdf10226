/** The table of the signing keys of an OAuth provider, the newest first. */

import { Button, Table, TableBody, TableCell, TableRow, Tag } from '@carbon/react'
import { ScrollRegion } from '../../../../ui/table/scroll-region.tsx'
import { TableHeaderRow } from '../../../../ui/table/table-header-row.tsx'
import { formatDateTime } from '../../../../ui/text/format.ts'
import { t } from '../../../../ui/text/t.ts'
import type { SigningKeyView } from '../../../rest/index.ts'
import { formatRelativeTime } from '../../tokens/format-relative-time.ts'
import { keySourceTitles } from './key-sources.ts'

const states = {
  next: ['blue', t('next')],
  signing: ['green', t('signing')],
  verifying: ['purple', t('verifying')],
  retired: ['gray', t('retired')],
} as const

export interface KeyTableProps {
  /** The name of the provider. */
  provider: string
  keys: readonly SigningKeyView[]
  remove(key: SigningKeyView): void
}

export function KeyTable({ provider, keys, remove }: KeyTableProps) {
  return (
    <ScrollRegion label={t('Keys of {provider}', { provider })}>
      <Table size="md" aria-label={t('Signing keys of {provider}', { provider })}>
        <TableHeaderRow
          titles={[t('State'), t('Key id'), t('Created'), t('First token'), t('Last token'), t('Ends')]}
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
              <TableCell>{key.createdAt ? formatDateTime(key.createdAt) : t('unknown')}</TableCell>
              <TableCell>{key.firstUsedAt ? formatDateTime(key.firstUsedAt) : t('none yet')}</TableCell>
              <TableCell className="keys__time">
                {key.lastUsedAt ? formatRelativeTime(key.lastUsedAt) : t('none yet')}
              </TableCell>
              <TableCell>{describeEnd(key)}</TableCell>
              <TableCell className="list__menu">
                {key.isRemovable && (
                  <Button
                    kind="danger--ghost"
                    size="sm"
                    aria-label={t('Remove the key {kid}', { kid: key.kid })}
                    onClick={() => remove(key)}
                  >
                    {t('Remove')}
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
  return state === 'next' ? t('{kind}; signs from {time}', { kind, time: formatDateTime(activeFrom) }) : kind
}

function describeEnd({ state, expiresAt, isRemoved }: SigningKeyView): string {
  if (expiresAt === undefined) return t('at the rotation')
  if (isRemoved) return t('removed {time}', { time: formatDateTime(expiresAt) })
  return state === 'retired'
    ? formatDateTime(expiresAt)
    : `${formatDateTime(expiresAt)} (${formatRelativeTime(expiresAt)})`
}
