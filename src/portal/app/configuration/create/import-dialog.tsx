/** Adds APIs from OpenAPI files. */
import { useState } from 'react'
import { useForm } from '../../../../ui/forms/use-form.ts'
import { t } from '../../../../ui/text/t.ts'
import type { ConfigurationList } from '../../../rest/index.ts'
import { requestResource } from '../../api/client.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { buildCredentialRows, initialCredential, isCredentialComplete, readCredential } from './credential-rows.ts'

const providerKinds = ['oauth-provider', 'third-party-oauth-provider']

export interface ImportDialogProps {
  list: ConfigurationList
  close(): void
  done(file: string): void
}

export function ImportDialog({ list, close, done }: ImportDialogProps) {
  const { documents, isWritable } = list
  const catalogs = documents.filter(({ kind }) => kind === 'catalog')
  const providers = documents.filter(({ kind }) => providerKinds.includes(kind))
  const [chosen, setChosen] = useState<readonly File[]>([])
  const [added, setAdded] = useState('')
  const start = {
    catalog: catalogs[0]?.file ?? '',
    provider: providers[0]?.name ?? '',
    upstream: '',
    ...initialCredential,
  }
  const form = useForm('import', start, (draft) => [
    {
      name: 'catalog',
      label: t('Catalog'),
      kind: 'choice',
      choices: catalogs.map(({ file, title, name }) => [file, title || name]),
    },
    {
      name: 'provider',
      label: t('OAuth provider that protects the APIs'),
      kind: 'choice',
      choices: providers.map(({ title, name }) => [name, title || name]),
    },
    {
      name: 'upstream',
      label: t('URL of the upstream'),
      kind: 'name',
      help: t('Default: the first server of each file.'),
    },
    ...buildCredentialRows(draft),
  ])
  const { catalog, provider, upstream } = form.draft
  const credential = readCredential(form.draft)
  const hasTarget = chosen.length > 0 && catalog !== '' && provider !== ''

  async function plan() {
    const texts = chosen.map(async (file) => ({ path: file.name, text: await file.text() }))
    const files = await Promise.all(texts)
    const body = { catalog, provider, files, credential, ...(upstream !== '' && { upstream }) }
    const planned = await requestResource('POST /configuration/import', {}, { body })
    setAdded(planned.changes[0]?.file ?? '')
    const results = planned.files.map(({ path, message }) => `${path} ${message}.`)
    return { changes: planned.changes, notes: [...results, ...planned.notes] }
  }

  return (
    <ChangeDialog
      title={t('Add APIs from OpenAPI files')}
      action={chosen.length > 1 ? t('Add the APIs') : t('Add the API')}
      isWritable={isWritable}
      isComplete={hasTarget && isCredentialComplete(form.draft)}
      missing={
        hasTarget
          ? t('Fill in the required fields to see what changes.')
          : t('Choose at least one file, a catalog and a provider to see what changes.')
      }
      form={form}
      plan={plan}
      done={() => done(added)}
      close={close}
    >
      <label className="import__file">
        <span className="cds--label">{t('OpenAPI files, YAML or JSON - required')}</span>
        <input
          type="file"
          multiple
          accept=".yaml,.yml,.json"
          onChange={(event) => setChosen([...(event.target.files ?? [])])}
        />
        <span className="cds--form__helper-text">
          {t('Choose or drop several files together, with those to which their $ref lead.')}
        </span>
      </label>
    </ChangeDialog>
  )
}
