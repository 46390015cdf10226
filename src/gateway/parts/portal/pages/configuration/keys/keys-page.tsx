/** The page with the signing keys of the catalog's OAuth providers, for owners who may change documents. */
import { Renew } from '@carbon/react/icons'
import { CopyableText } from '../../../../../../shared/ui/body/copyable-text.tsx'
import { Loaded } from '../../../../../../shared/ui/feedback/loaded.tsx'
import { DialogButton } from '../../../../../../shared/ui/feedback/use-dialog.tsx'
import { Group } from '../../../../../../shared/ui/shell/group.tsx'
import { PageHeader } from '../../../../../../shared/ui/shell/page-header.tsx'
import { StateTag, type StateWords } from '../../../../../../shared/ui/shell/state-tag.tsx'
import { ResourceTable } from '../../../../../../shared/ui/table/resource-table.tsx'
import { formatDateTime } from '../../../../../../shared/ui/text/format.ts'
import { formatRelativeTime } from '../../../../../../shared/ui/text/format-relative-time.ts'
import { RelativeTime } from '../../../../../../shared/ui/text/relative-time.tsx'
import { t } from '../../../../../../shared/ui/text/t.ts'
import { tElements } from '../../../../../../shared/ui/text/t-elements.tsx'
import type { ProviderKeysView, SigningKeyView } from '../../../rest/index.ts'
import { usePortalResource } from '../../api/use-portal-resource.ts'
import { buildDocumentLink } from '../../routing/page-route.ts'
import { RemoveKeyDialog, RotateKeysDialog } from './key-dialogs.tsx'

const states: StateWords = {
  next: [t('next'), 'blue'],
  signing: [t('signing'), 'green'],
  verifying: [t('verifying'), 'purple'],
  retired: [t('retired'), 'gray'],
}

/** The table of the signing keys of an OAuth provider, the newest first. */
function KeyTable({ provider, changed }: { provider: ProviderKeysView; changed(): void }) {
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
              <div className="quiet">{describeUse(key)}</div>
            </>
          ),
        ],
        [t('Created'), ({ createdAt }) => (createdAt ? <RelativeTime at={createdAt} /> : t('unknown'))],
        [t('First token'), ({ firstUsedAt }) => (firstUsedAt ? <RelativeTime at={firstUsedAt} /> : t('none yet'))],
        [t('Last token'), ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime at={lastUsedAt} /> : t('none yet'))],
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
const suppliedKeyAdvice: Readonly<Record<Exclude<Source, 'store'>, string>> = {
  file: t('The keys are supplied in files: to rotate them, replace the files. The gateway reads them again by itself.'),
  environment: t('The key is supplied in an environment variable: to rotate it, restart the gateway with another key.'),
  signer: t('The keys are at an external signer: rotate them there.'),
}

export default function KeysPage() {
  const keys = usePortalResource('GET /configuration/keys', {})
  return (
    <>
      <PageHeader title={t('Signing keys')} trail={[[t('Configuration'), '#/configuration']]} />
      <p className="prose">
        {t(
          'OAuth providers sign access tokens with these keys. The newest key signs; older keys verify until their last token has expired. Rotations and removals are in the audit trail with your name.',
        )}
      </p>
      <Loaded resource={keys}>
        {(value) =>
          value.length === 0 ? (
            <p>{t('This catalog has no native OAuth provider, and therefore no signing keys.')}</p>
          ) : (
            value.map((each) => <ProviderKeys key={each.provider} provider={each} changed={keys.reload} />)
          )
        }
      </Loaded>
    </>
  )
}

type ProviderKeysProps = { provider: ProviderKeysView; changed(): void }

function ProviderKeys({ provider, changed }: ProviderKeysProps) {
  const title = (
    <>
      {provider.title} <code>{provider.provider}</code>
    </>
  )
  return (
    <Group title={title}>
      <p className="page__lead">
        <RotationText provider={provider} />
      </p>
      {provider.keys.length === 0 ? (
        <p>{t('There is no key yet: the provider creates the first one when it starts.')}</p>
      ) : (
        <KeyTable provider={provider} changed={changed} />
      )}
      {provider.source === 'store' && (
        <div className="buttons">
          <DialogButton
            size="md"
            kind="tertiary"
            renderIcon={Renew}
            dialog={(close) => <RotateKeysDialog provider={provider} changed={changed} close={close} />}
          >
            {t('Rotate now')}
          </DialogButton>
        </div>
      )}
      <p className="quiet">
        {tElements('Resource servers that verify tokens themselves read the keys at {url}', {
          url: <CopyableText text={provider.jwksUrl} label={t('URL of the keys')} />,
        })}
      </p>
    </Group>
  )
}

function RotationText({
  provider: { file, source, rotatesAfterDays, rotatesAt },
}: Pick<ProviderKeysProps, 'provider'>) {
  if (source !== 'store') return suppliedKeyAdvice[source]
  const document = <a href={buildDocumentLink(file)}>{t('document of the provider')}</a>
  if (rotatesAfterDays === 0)
    return tElements('The keys are not rotated on schedule: set {setting} in the {document} to change this.', {
      setting: <code>key_rotation.after_days</code>,
      document,
    })
  return tElements(
    rotatesAt
      ? 'The gateway rotates the keys every {days, plural, one {day} other {# days}}, next on {time} ({distance}). The {document} sets this.'
      : 'The gateway rotates the keys every {days, plural, one {day} other {# days}}. The {document} sets this.',
    {
      days: rotatesAfterDays,
      time: rotatesAt && formatDateTime(rotatesAt),
      distance: rotatesAt && formatRelativeTime(rotatesAt),
      document,
    },
  )
}
