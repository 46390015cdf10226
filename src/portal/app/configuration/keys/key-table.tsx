/** The table of the signing keys of an OAuth provider, the newest first. */

import { StateTag, type StateWords } from '../../../../ui/shell/state-tag.tsx'
import { ResourceTable } from '../../../../ui/table/resource-table.tsx'
import { formatDateTime } from '../../../../ui/text/format.ts'
import { t } from '../../../../ui/text/t.ts'
import type { ProviderKeysView, SigningKeyView } from '../../../rest/index.ts'
import { formatRelativeTime } from '../../tokens/format-relative-time.ts'
import { RemoveKeyDialog } from './key-dialogs.tsx'

const states: StateWords = {
  next: [t('next'), 'blue'],
  signing: [t('signing'), 'green'],
  verifying: [t('verifying'), 'purple'],
  retired: [t('retired'), 'gray'],
}

export interface KeyTableProps {
  provider: ProviderKeysView
  changed(): void
}

export function KeyTable({ provider, changed }: KeyTableProps) {
  return (
    <ResourceTable
      resource={{ value: provider.keys, problem: undefined, reload: changed }}
      label={t('Signing keys of {provider}', { provider: provider.provider })}
      keyOf={({ kid }) => kid}
      columns={[
        [t('State'), ({ state }) => <StateTag states={states} state={state} size="sm" />],
        [
          t('Key id'),
          (key) => (
            <>
              <code>{key.kid}</code>
              <div className="entry__note">{describeUse(key)}</div>
            </>
          ),
        ],
        [t('Created'), ({ createdAt }) => (createdAt ? formatDateTime(createdAt) : t('unknown'))],
        [t('First token'), ({ firstUsedAt }) => (firstUsedAt ? formatDateTime(firstUsedAt) : t('none yet'))],
        [
          t('Last token'),
          ({ lastUsedAt }) => (
            <span className="keys__time">{lastUsedAt ? formatRelativeTime(lastUsedAt) : t('none yet')}</span>
          ),
        ],
        [t('Ends'), describeEnd],
      ]}
      actions={(key) => [
        key.isRemovable && {
          label: t('Remove the key {kid}', { kid: key.kid }),
          title: t('Remove'),
          kind: 'danger--ghost',
          dialog: (close) => <RemoveKeyDialog provider={provider} signingKey={key} changed={changed} close={close} />,
        },
      ]}
    />
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

type Source = ProviderKeysView['source']

/** Completes "ES256, …" in the table of keys. */
const keySourceTitles: Readonly<Record<Source, string>> = {
  store: t('created by the gateway'),
  file: t('supplied in a file'),
  environment: t('supplied in an environment variable'),
  signer: t('at an external signer'),
}

/** How keys that are not in the store are rotated. */
export const suppliedKeyAdvice: Readonly<Record<Exclude<Source, 'store'>, string>> = {
  file: t('The keys are supplied in files: to rotate them, replace the files. The gateway reads them again by itself.'),
  environment: t('The key is supplied in an environment variable: to rotate it, restart the gateway with another key.'),
  signer: t('The keys are at an external signer: rotate them there.'),
}
