/** Adds an API from an OpenAPI file. */
import { Select, SelectItem, TextInput } from '@carbon/react'
import { useState } from 'react'

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
  const [file, setFile] = useState<File>()
  const [catalog, setCatalog] = useState(catalogs[0]?.file ?? '')
  const [provider, setProvider] = useState(providers[0]?.name ?? '')
  const [upstream, setUpstream] = useState('')
  const [added, setAdded] = useState('')

  async function plan() {
    const text = (await file?.text()) ?? ''
    const body = { catalog, provider, text, ...(upstream !== '' && { upstream }) }
    const planned = await requestResource('POST /configuration/import', {}, { body })
    setAdded(planned.changes[0]?.file ?? '')
    return planned
  }

  return (
    <ChangeDialog
      title="Add an API from an OpenAPI file"
      action="Add the API"
      isWritable={isWritable}
      isComplete={file !== undefined && catalog !== '' && provider !== ''}
      plan={plan}
      done={() => done(added)}
      close={close}
    >
      <label className="import__file">
        <span className="cds--label">OpenAPI file, YAML or JSON - required</span>
        <input type="file" accept=".yaml,.yml,.json" onChange={(event) => setFile(event.target.files?.[0])} />
      </label>
      <Choice id="import-catalog" label="Catalog" value={catalog} set={setCatalog} all={catalogs} by="file" />
      <Choice
        id="import-provider"
        label="OAuth provider that protects the API"
        value={provider}
        set={setProvider}
        all={providers}
        by="name"
      />
      <TextInput
        id="import-upstream"
        labelText="URL of the upstream"
        helperText="Default: the first server of the file."
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
