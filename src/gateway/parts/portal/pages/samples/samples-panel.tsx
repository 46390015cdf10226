import { useState } from 'react'
import { CopyableBlock } from '../../../../../shared/ui/body/copyable-text.tsx'
import { useResource } from '../../../../../shared/ui/feedback/use-resource.ts'
import { ChoiceSwitcher } from '../../../../../shared/ui/forms/choice-switcher.tsx'
import { ChoiceSelect } from '../../../../../shared/ui/forms/choices.tsx'
import { useLocalPreference } from '../../../../../shared/ui/preferences/local-preferences.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import { type ExampleLanguage, exampleLanguages } from '../../catalogue/examples/languages.ts'
import type { ApiView, OperationView } from '../../rest/index.ts'
import { requestResource } from '../api/client.ts'
import { useOptionalSession } from '../session/session.tsx'
import { useStoredCredentials } from '../session/stored-credentials.tsx'
import { MethodTag } from '../text/method-tag.tsx'
import { useRequestDraft } from '../try/request-drafts.tsx'
import { buildSampleRequest, type SampleCredentials } from './sample-request.ts'

const languages = Object.keys(exampleLanguages) as readonly ExampleLanguage[]

export function SamplesPanel({ api, operation }: { api: ApiView; operation: OperationView }) {
  const [chosen, choose] = useLocalPreference('language', 'curl')
  const language = languages.find((each) => each === chosen) ?? 'curl'
  const [draft] = useRequestDraft(api, operation)
  const credentials = useOwnCredentials(operation)
  const [title, render] = exampleLanguages[language]
  const text = render(buildSampleRequest(api, operation, draft, credentials))

  return (
    <>
      <section className="sample" aria-label={t('Request sample')}>
        <div className="sample__head">
          <span className="sample__title">
            <MethodTag method={operation.method} /> {operation.path}
          </span>
          <ChoiceSelect
            id="sample-language"
            labelText={t('Language')}
            hideLabel
            size="sm"
            choices={languages.map((each) => [each, exampleLanguages[each][0]])}
            value={language}
            change={choose}
          />
        </div>
        <CopyableBlock text={text} label={t('Call in {title}', { title })} />
        {credentials.token && <p className="sample__note">{t('Contains your access token: do not share it.')}</p>}
      </section>
      <ResponseExamples operation={operation} />
    </>
  )
}

/** Returns the client id of the application that the reader chose last, and its token and secret if they are known. */
function useOwnCredentials({ security }: OperationView): SampleCredentials {
  const session = useOptionalSession()
  const { application: chosen, findToken, findSecret } = useStoredCredentials()
  const { value } = useResource(`applications of ${session?.user.name ?? ''}`, async (signal) =>
    session ? requestResource('GET /applications', {}, { signal }) : [],
  )
  const application = value?.find(({ name }) => name === chosen) ?? value?.[0]
  if (!application) return {}
  const { clientId } = application
  const provider = security[0]?.all.find(({ type }) => type === 'oauth2')?.provider
  const token = provider === undefined ? undefined : findToken(clientId, provider)?.access_token
  return { clientId, clientSecret: findSecret(clientId), ...(token !== undefined && { token }) }
}

/** The example bodies of the responses of an operation, one at a time. */
function ResponseExamples({ operation: { responses } }: { operation: OperationView }) {
  const [chosen, setChosen] = useState<string>()
  const examples = responses.flatMap(({ status, content }) => {
    const found = content.find(({ example }) => example !== undefined)
    return found ? [{ status, type: found.type, text: found.example as string }] : []
  })
  const example = examples.find(({ status }) => status === chosen) ?? examples[0]
  if (!example) return null
  return (
    <section className="sample" aria-label={t('Response examples')}>
      <div className="sample__head">
        <span className="sample__title">{t('Response')}</span>
        {examples.length > 1 ? (
          <ChoiceSwitcher
            label={t('Status')}
            choices={examples.map(({ status }) => [status, status])}
            value={example.status}
            change={setChosen}
          />
        ) : (
          <span className="sample__status">{example.status}</span>
        )}
      </div>
      <CopyableBlock
        text={example.text}
        label={t('Response {status} as {type}', { status: example.status, type: example.type })}
      />
    </section>
  )
}
