/** The page with the signing keys of the catalog's OAuth providers, for owners who may change documents. */
import { Loaded } from '../../../../ui/feedback/loaded.tsx'
import { PageHeader } from '../../../../ui/shell/page-header.tsx'
import { t } from '../../../../ui/text/t.ts'
import { usePortalResource } from '../../api/use-portal-resource.ts'
import { ProviderKeys } from './provider-keys.tsx'

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
