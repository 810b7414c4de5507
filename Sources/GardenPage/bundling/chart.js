// The parts of Chart.js that the page draws with; the rest is left out of the bundle.
import { Chart, Filler, LineController, LineElement, LinearScale, PointElement } from 'chart.js/dist/chart.mjs';

Chart.register(Filler, LineController, LineElement, LinearScale, PointElement);

export default Chart;
