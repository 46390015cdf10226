/** The page with the signing keys of the catalog's OAuth providers, for owners who may change documents. */

import { ErrorNotice } from '../../../../ui/feedback/error-notice.tsx'
import { LoadingIndicator } from '../../../../ui/feedback/loading-indicator.tsx'
import { useResource } from '../../../../ui/feedback/use-resource.ts'
import { PageHeader } from '../../../../ui/shell/page-header.tsx'
import { t } from '../../../../ui/text/t.ts'
import { requestResource } from '../../api/client.ts'
import { ProviderKeys } from './provider-keys.tsx'

export default function KeysPage() {
  const { value, problem, reload } = useResource('signing-keys', (signal) =>
    requestResource('GET /configuration/keys', {}, { signal }),
  )
  return (
    <>
      <PageHeader title={t('Signing keys')} trail={[[t('Configuration'), '#/configuration']]} />
      <p className="prose">
        {t(
          'OAuth providers sign access tokens with these keys. The newest key signs; older keys verify until their last token has expired. Rotations and removals are in the audit trail with your name.',
        )}
      </p>
      {problem && <ErrorNotice text={problem} again={reload} />}
      {!value && !problem && <LoadingIndicator />}
      {value?.length === 0 && <p>{t('This catalog has no native OAuth provider, and therefore no signing keys.')}</p>}
      {value?.map((each) => (
        <ProviderKeys key={each.provider} provider={each} changed={reload} />
      ))}
    </>
  )
}
