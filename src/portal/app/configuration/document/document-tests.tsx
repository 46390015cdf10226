/** The tests of a document: a sign-in at a user registry, a token of a provider, a call of an API. */

import { t } from '../../../../ui/text/t.ts'
import { tElements } from '../../../../ui/text/t-elements.tsx'
import { buildApiLink, buildTryLink } from '../../routing/page-route.ts'
import { readPath } from '../schema/path-pattern.ts'
import { SignInTest } from './sign-in-test.tsx'

export interface DocumentTestsProps {
  kind: string
  file: string
  text: string
  value: unknown
}

export function DocumentTests({ kind, file, text, value }: DocumentTestsProps) {
  if (kind === 'user-registry') return <SignInTest file={file} text={text} />
  if (kind === 'oauth-provider') {
    return (
      <p className="prose">
        {tElements(
          '{link}, and call an API with it. The provider must be saved and enabled in the catalog.',
          {
            link: (
              <a href={buildTryLink()}>{t('Get a token of this provider for one of your applications')}</a>
            ),
          },
        )}
      </p>
    )
  }
  if (kind !== 'api') return null
  const name = readPath(value, ['info', 'x-ibm-name'])
  const version = readPath(value, ['info', 'version'])
  if (typeof name !== 'string') return null
  return (
    <p className="prose">
      {tElements(
        '{call}, with the explanation of a rejected call, or {reference}. The API must be saved and be part of a product.',
        {
          call: <a href={buildTryLink(`${name}:${String(version)}`)}>{t('Call the API')}</a>,
          reference: <a href={buildApiLink(`${name}:${String(version)}`)}>{t('read its reference')}</a>,
        },
      )}
    </p>
  )
}
