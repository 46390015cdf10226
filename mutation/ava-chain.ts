/** The `test` of ava in a test process: that of the runner of the current test file. */
declare global {
  /** Set before a test file is imported. */
  var testChain: unknown
}

export default globalThis.testChain
