/** `sluice apps suspend` and `resume`: whether an application may call at all. */
import { changeDocument } from '../../config/index.ts'
import { setYamlValue } from '../../lib/yaml/yaml-text.ts'
import { type AppsVerb, printResult } from './apps-verb.ts'
import { findApplication, findCatalog } from './find.ts'

export const suspendVerb = toState('disabled', 'suspend', 'is suspended: every call and every token of it is refused')
export const resumeVerb = toState('enabled', 'resume', 'may call again')

function toState(state: 'enabled' | 'disabled', verb: string, done: string): AppsVerb {
  return {
    usage: 'NAME',
    positionalCount: 1,
    options: [],

    async run(call, deps) {
      const [name = ''] = call.positionals
      const catalog = await findCatalog(call, deps)
      const application = findApplication(catalog, name)
      if (application.state !== state) {
        await changeDocument(application.location.file, (text) => setYamlValue(text, ['state'], state), deps)
        await deps.audit(`apps ${verb}`, { catalog: catalog.path, application: name })
      }
      printResult(call, deps, `${name} ${done}`, { application: name, state })
      return 0
    },
  }
}
