/** The least a k6 script can do: what the flows' own work is measured against. */
import http from "k6/http";

const rate = Number(__ENV["RATE"]);

export const options = {
  scenarios: {
    least: {
      executor: "constant-arrival-rate",
      rate,
      timeUnit: "1s",
      duration: `${__ENV["SECONDS"]}s`,
      preAllocatedVUs: Number(__ENV["VUS"]),
    },
  },
};

/** As the read flow: one small read with a key. */
export default function least(): void {
  http.get(`${__ENV["BASE_URL"]}/v1/markets`, { headers: { Authorization: "Bearer x" } });
}
