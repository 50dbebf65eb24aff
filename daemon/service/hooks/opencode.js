// Written by `seorap setup`; `seorap uninstall` removes it. What a person asks of opencode, and what its tools did, is told
// to Seorap on a local socket; what Seorap remembers of it is added for the agent. Whatever goes wrong, nothing is added.
import { request } from "node:http"

const SOCKET = @SOCKET@
const TOOLS = ["bash", "edit", "write", "patch", "apply_patch", "multiedit"]
const PATIENCE = 200 // milliseconds

const ask = (event, said) =>
  new Promise((done) => {
    const nothing = () => done({})
    if (process.env.SEORAP_OWN) return nothing()
    try {
      const body = Buffer.from(JSON.stringify(said))
      const headers = { "Content-Type": "application/json", "Content-Length": body.length }
      const path = `/hooks/opencode/${event}`
      const asked = request({ socketPath: SOCKET, path, method: "POST", headers, agent: false }, (answer) => {
        const parts = []
        answer.on("data", (part) => parts.push(part))
        answer.on("error", nothing)
        answer.on("end", () => {
          try {
            const text = Buffer.concat(parts).toString()
            done((answer.statusCode === 200 && text && JSON.parse(text)) || {})
          } catch {
            nothing()
          }
        })
      })
      asked.on("error", nothing)
      setTimeout(() => {
        asked.destroy()
        nothing()
      }, PATIENCE).unref?.()
      asked.end(body)
    } catch {
      nothing()
    }
  })

export const Seorap = async ({ client, directory }) => {
  const inner = new Map() // by session: does an agent's own task run in it?
  const isInner = async (id) => {
    if (!inner.has(id)) {
      const found = await client?.session?.get({ path: { id } }).catch(() => undefined)
      inner.set(id, Boolean(found?.data?.parentID))
    }
    return inner.get(id)
  }
  return {
    "chat.message": async (input, output) => {
      const said = output.parts.filter((part) => part.type === "text" && !part.synthetic)
      if (!said.length) return
      const prompt = said.map((part) => part.text).join("\n")
      const session = input.sessionID
      const { context } = await ask("chat.message", { session, cwd: directory, prompt, inner: await isInner(session) })
      if (context) output.parts.push({ ...said[0], id: `${said[0].id}seorap`, text: context, synthetic: true })
    },
    "tool.execute.before": async (input, output) => {
      if (!TOOLS.includes(input.tool)) return
      const said = { session: input.sessionID, cwd: directory, tool: input.tool, args: output?.args }
      const { refusal } = await ask("tool.execute.before", { ...said, inner: await isInner(input.sessionID) })
      if (refusal) throw new Error(refusal) // so the tool does not run, and the agent reads why
    },
    "tool.execute.after": async (input, output) => {
      if (!TOOLS.includes(input.tool)) return
      const args = input.args ?? { filePath: output?.metadata?.filepath }
      const ended = input.tool === "bash" ? { output: output?.output, exit: output?.metadata?.exit } : {}
      const said = { session: input.sessionID, cwd: directory, tool: input.tool, args, ...ended }
      const { context } = await ask("tool.execute.after", { ...said, inner: await isInner(input.sessionID) })
      if (context && typeof output?.output === "string") output.output += `\n\n${context}`
    },
  }
}
