// A changelog for readers: the text of each change, without commit hashes.
module.exports = {
  async getReleaseLine({ summary }) {
    const [first = '', ...rest] = summary.trim().split('\n')
    return [`- ${first}`, ...rest.map((line) => (line ? `  ${line}` : ''))].join('\n')
  },
  async getDependencyReleaseLine(_changesets, dependencies) {
    if (dependencies.length === 0) return ''
    return `- Uses ${dependencies.map(({ name, newVersion }) => `${name} ${newVersion}`).join(', ')}.`
  },
}
