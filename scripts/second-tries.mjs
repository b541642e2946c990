// A reporter of vitest for `npm test`: names the tests that passed at a second try only. Many of them in browsers are a fault, of the product or of the suite.
const most = 5
const browsers = ['e2e', 'firefox', 'webkit']

export default class SecondTries {
  onTestRunEnd(modules) {
    const tests = modules.flatMap((one) => [...one.children.allTests('passed')]).filter((test) => test.diagnostic()?.flaky)
    for (const test of tests) console.log(`second try: ${test.module.relativeModuleId} > ${test.fullName}`)
    const inBrowsers = tests.filter((test) => browsers.includes(test.project.name)).length
    if (inBrowsers <= most) return
    console.error(`${inBrowsers} tests in browsers passed at a second try only, ${most} may`)
    process.exitCode = 1
  }
}
