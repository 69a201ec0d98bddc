// Short sounds made by code: sine and filtered noise. Silent until the first key or press; M toggles; the choice is kept
// in this browser.

const STORED = "incursions.sound";
const button = document.getElementById("sound");
let context = null;
let isOn = localStorage.getItem(STORED) !== "off";

function showState() {
  button?.setAttribute("aria-pressed", String(isOn));
  button?.querySelector("use")?.setAttribute("href", isOn ? "#i-sound" : "#i-silence");
}

function resumeAudio() {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
}

function tone(pitch, start = 0, length = 0.25, loudness = 0.12) {
  const at = context.currentTime + start;
  const [wave, gain] = [new OscillatorNode(context, { frequency: pitch }), new GainNode(context, { gain: 0 })];
  gain.gain.linearRampToValueAtTime(loudness, at + 0.015);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  wave.connect(gain).connect(context.destination);
  wave.start(at);
  wave.stop(at + length);
}

function noise(pitch, start = 0, length = 0.08, loudness = 0.15) {
  const frames = Math.ceil(context.sampleRate * length);
  const buffer = new AudioBuffer({ length: frames, sampleRate: context.sampleRate });
  const samples = buffer.getChannelData(0);
  for (let frame = 0; frame < frames; frame += 1) samples[frame] = (Math.random() * 2 - 1) * (1 - frame / frames);
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 1.2 });
  source.connect(filter).connect(new GainNode(context, { gain: loudness })).connect(context.destination);
  source.start(context.currentTime + start);
}

const sounds = {
  decision: () => [tone(392), tone(523, 0.12, 0.4)],
  window: () => [tone(294), tone(392, 0.12, 0.4)],
  bell: () => [tone(880, 0, 1.2, 0.1), tone(1760, 0, 0.6, 0.03)],
  low: (seconds) => (seconds > 10 ? [0] : [0, 0.35, 0.7]).forEach((at) => tone(880, at, 0.3, 0.1)),
  dice: (count) => Array.from({ length: count }, (_, place) => noise(1400, place * 0.07, 0.05, 0.2)),
  thud: () => [tone(82, 0, 0.3, 0.3), noise(180, 0, 0.12, 0.3)],
  ping: () => [tone(1568, 0, 0.12, 0.05), noise(3200, 0, 0.05, 0.1)],
  paper: () => noise(2600, 0, 0.18, 0.12),
  chord: () => [tone(262, 0, 1, 0.1), tone(392, 0.05, 1.2, 0.1)],
};

function handleChange({ detail: { facts, before } }) {
  if (!isOn || !context) return;
  if (facts.over && !before.over) return sounds.bell();
  if (facts.asked && !before.asked) (facts.topic === "defence" ? sounds.window : sounds.decision)();
}

showState();
document.addEventListener("table:changed", handleChange);
document.addEventListener("table:sound", ({ detail }) => isOn && context && sounds[detail.sound]?.(detail.count));
const isWarned = () => isOn && context && document.querySelector("[data-alert=clock]")?.checked !== false;
document.addEventListener("table:low", ({ detail }) => isWarned() && sounds.low(detail.seconds));
document.addEventListener("table:limit", () => isWarned() && sounds.bell());
document.addEventListener("event:call", () => isOn && context && sounds.bell());
document.addEventListener("keydown", resumeAudio, { once: true });
document.addEventListener("pointerdown", resumeAudio, { once: true });
button?.addEventListener("click", () => {
  isOn = !isOn;
  localStorage.setItem(STORED, isOn ? "on" : "off");
  showState();
});
