/** One product for all tests of a file. */
import type { TestFn } from 'ava'

import { type Product, startProduct, temporaryFolder } from './product.ts'

/** Is the product from the first test on; it ends with the last. */
export function sharedProduct(test: TestFn): Product {
  const product = {} as Product
  let remove: (() => Promise<void>) | undefined

  test.before(async () => {
    const [data, removeData] = await temporaryFolder()
    remove = removeData
    Object.assign(product, await startProduct(data))
  })
  test.after.always(async () => {
    await product.stop?.()
    await remove?.()
  })
  return product
}
