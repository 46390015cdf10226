/** One product for all tests of a file, and of a group for `shared-sandbox.ts`. */
import { join } from 'node:path'
import type { TestFn } from 'ava'
import { copyDocuments } from './documents.ts'
import { type Product, startProduct, temporaryFolder } from './product.ts'

export interface SharedProduct extends Product {
  /** Documents of its own, which tests may change. */
  folder: string
}

/** Is the product from the first test on; it ends with the last. */
export function sharedProduct(test: TestFn, environment: Record<string, string> = {}): SharedProduct {
  const product = {} as SharedProduct
  let remove: (() => Promise<void>) | undefined

  test.serial.before(async () => {
    const [data, removeData] = await temporaryFolder()
    remove = removeData
    const folder = join(data, 'documents')
    await copyDocuments(folder)
    const started = await startProduct(data, { SLUICE_CONFIG: folder, ...environment })
    Object.assign(product, started, { folder })
  })
  test.after.always(async () => {
    await product.stop?.()
    await remove?.()
  })
  return product
}
