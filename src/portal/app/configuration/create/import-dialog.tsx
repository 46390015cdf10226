/** Adds APIs from OpenAPI files. */

import { Select, SelectItem, TextInput } from '@carbon/react'
import { useState } from 'react'
import { t } from '../../../../ui/text/t.ts'

import type { ConfigurationList, DocumentSummary } from '../../../rest/index.ts'
import { requestResource } from '../../api/client.ts'
import { ChangeDialog } from './change-dialog.tsx'

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
  const [files, setFiles] = useState<readonly File[]>([])
  const [catalog, setCatalog] = useState(catalogs[0]?.file ?? '')
  const [provider, setProvider] = useState(providers[0]?.name ?? '')
  const [upstream, setUpstream] = useState('')
  const [added, setAdded] = useState('')

  async function plan() {
    const texts = files.map(async (file) => ({ path: file.name, text: await file.text() }))
    const body = { catalog, provider, files: await Promise.all(texts), ...(upstream !== '' && { upstream }) }
    const planned = await requestResource('POST /configuration/import', {}, { body })
    setAdded(planned.changes[0]?.file ?? '')
    const results = planned.files.map(({ path, message }) => `${path} ${message}.`)
    return { changes: planned.changes, notes: [...results, ...planned.notes] }
  }

  return (
    <ChangeDialog
      title={t('Add APIs from OpenAPI files')}
      action={files.length > 1 ? t('Add the APIs') : t('Add the API')}
      isWritable={isWritable}
      isComplete={files.length > 0 && catalog !== '' && provider !== ''}
      missing={t('Choose at least one file, a catalog and a provider to see what changes.')}
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
          onChange={(event) => setFiles([...(event.target.files ?? [])])}
        />
        <span className="cds--form__helper-text">
          {t('Choose or drop several files together, with those to which their $ref lead.')}
        </span>
      </label>
      <Choice id="import-catalog" label={t('Catalog')} value={catalog} set={setCatalog} all={catalogs} by="file" />
      <Choice
        id="import-provider"
        label={t('OAuth provider that protects the APIs')}
        value={provider}
        set={setProvider}
        all={providers}
        by="name"
      />
      <TextInput
        id="import-upstream"
        labelText={t('URL of the upstream')}
        helperText={t('Default: the first server of each file.')}
        value={upstream}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setUpstream(event.target.value)}
      />
    </ChangeDialog>
  )
}

interface ChoiceProps {
  id: string
  label: string
  value: string
  set(value: string): void
  all: readonly DocumentSummary[]
  by: 'file' | 'name'
}

function Choice({ id, label, value, set, all, by }: ChoiceProps) {
  return (
    <Select id={id} labelText={label} value={value} onChange={(event) => set(event.target.value)}>
      {all.map((each) => (
        <SelectItem key={each.file} value={each[by]} text={each.title || each.name} />
      ))}
    </Select>
  )
}
