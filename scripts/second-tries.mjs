// A reporter of vitest for `npm test`: names the tests that passed at a second try only. Many of them are a fault, of the product or of the suite.
const most = 5

export default class SecondTries {
  onTestRunEnd(modules) {
    const tests = modules.flatMap((one) => [...one.children.allTests('passed')]).filter((test) => test.diagnostic()?.flaky)
    for (const test of tests) console.log(`second try: ${test.module.relativeModuleId} > ${test.fullName}`)
    if (tests.length <= most) return
    console.error(`${tests.length} tests passed at a second try only, ${most} may`)
    process.exitCode = 1
  }
}
