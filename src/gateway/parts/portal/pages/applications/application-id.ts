/** The id of an application, which is made from its name. */
import { RequestError } from '../../../../../shared/ui/api/client.ts'

const maxLength = 64
/** The number of ids that are tried, as those of other developers are not known. */
const maxIds = 20

/** Returns the id of a name: `web-shop` for `Web shop`, `application` for a name without Latin letters and digits. */
export function deriveId(title: string): string {
  const words = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxLength - 3)
    .replace(/^-|-$/g, '')
  return words === '' ? 'application' : words
}

/** Returns an id and others like it: `web-shop`, `web-shop-2` and so on. */
export function listIds(id: string): readonly string[] {
  return [id, ...Array.from({ length: maxIds - 1 }, (_, index) => `${id}-${index + 2}`)]
}

/** Creates something under the first id that is free. Throws the error of the last attempt. */
export async function createUnderFreeId<T>(
  [id = '', ...others]: readonly string[],
  create: (id: string) => Promise<T>,
) {
  try {
    return await create(id)
  } catch (error) {
    if (others.length === 0 || !(error instanceof RequestError) || error.status !== 409) throw error
    return await createUnderFreeId(others, create)
  }
}
